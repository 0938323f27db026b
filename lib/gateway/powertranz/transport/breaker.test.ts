import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { log } from "@/lib/kit/log";
import { CircuitBreaker } from "./breaker";

let breaker = new CircuitBreaker();
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(log, "error").mockReturnValue();
  vi.spyOn(log, "info").mockReturnValue();
  breaker = new CircuitBreaker();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const fail = (calls: number) => {
  for (let call = 0; call < calls; call++) breaker.watch()({ isAnswered: false });
};

/** A probe that answers when the test says so. */
function heldProbe() {
  const waiting: ((isUp: boolean) => void)[] = [];
  const probe = vi.fn(() => new Promise<boolean>((resolve) => waiting.push(resolve)));
  breaker.probeWith(probe);
  return { probe, answer: (isUp: boolean) => waiting.shift()?.(isUp) };
}

describe("a closed circuit breaker", () => {
  beforeEach(() => breaker.probeWith(async () => false));

  it("the breaker opens after five unanswered calls in a row, and logs it once", () => {
    fail(4);
    expect(breaker.isClosed()).toBe(true);
    fail(1);
    expect(breaker.isClosed()).toBe(false);
    fail(5);
    expect(log.error).toHaveBeenCalledOnce();
  });

  it("an answer resets the count of failures", () => {
    fail(4);
    breaker.watch()({ isAnswered: true });
    fail(4);
    expect(breaker.isClosed()).toBe(true);
    fail(1);
    expect(breaker.isClosed()).toBe(false);
  });

  it("the breaker opens if five parallel calls have no answer after ten seconds, although they may still be answered", async () => {
    const calls = Array.from({ length: 5 }, () => breaker.watch());
    await vi.advanceTimersByTimeAsync(9_999);
    expect(breaker.isClosed()).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(breaker.isClosed()).toBe(false);
    for (const done of calls) done({ isAnswered: true });
  });

  it("calls that are answered within ten seconds do not count as failures", async () => {
    const calls = Array.from({ length: 20 }, () => breaker.watch());
    await vi.advanceTimersByTimeAsync(9_999);
    for (const done of calls) done({ isAnswered: true });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(breaker.isClosed()).toBe(true);
  });

  it("a slow call that ends without an answer counts once", async () => {
    const calls = Array.from({ length: 4 }, () => breaker.watch());
    await vi.advanceTimersByTimeAsync(10_000);
    for (const done of calls) done({ isAnswered: false });
    expect(breaker.isClosed()).toBe(true);
  });

  it("a late answer also resets the count of failures", async () => {
    for (let call = 0; call < 10; call++) {
      const done = breaker.watch();
      await vi.advanceTimersByTimeAsync(12_000);
      done({ isAnswered: true });
    }
    expect(breaker.isClosed()).toBe(true);
  });
});

describe("an open circuit breaker", () => {
  it("an open breaker refuses all parallel callers at once, and their questions start no probe", () => {
    const { probe } = heldProbe();
    fail(5);
    expect(Array.from({ length: 100 }, () => breaker.isClosed())).not.toContain(true);
    expect(probe).not.toHaveBeenCalled();
  });

  it("an open breaker closes by itself when a probe succeeds, also without any caller", async () => {
    let isUp = false;
    breaker.probeWith(async () => isUp);
    fail(5);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(breaker.isClosed()).toBe(false);
    isUp = true;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(breaker.isClosed()).toBe(true);
    expect(log.info).toHaveBeenCalledOnce();
  });

  it("an open breaker probes at most once a second, however many callers ask", async () => {
    const probe = vi.fn(async () => false);
    breaker.probeWith(probe);
    fail(5);
    await vi.advanceTimersByTimeAsync(999);
    expect(probe).toHaveBeenCalledTimes(0);
    for (let second = 1; second <= 10; second++) {
      for (let call = 0; call < 50; call++) breaker.isClosed();
      await vi.advanceTimersByTimeAsync(second === 1 ? 1 : 1_000);
      expect(probe).toHaveBeenCalledTimes(second);
    }
  });

  it("two probes never run at the same time, even if the breaker closes and opens again during one", async () => {
    const { probe, answer } = heldProbe();
    fail(5);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(probe).toHaveBeenCalledOnce();
    breaker.close();
    fail(5);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(probe).toHaveBeenCalledOnce();
    answer(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(probe).toHaveBeenCalledTimes(2);
  });

  it("a probe that throws counts as failed", async () => {
    const probe = vi.fn(() => Promise.reject(new Error("no network")));
    breaker.probeWith(probe);
    fail(5);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(probe).toHaveBeenCalledTimes(2);
    expect(breaker.isClosed()).toBe(false);
  });

  it("the breaker stops probing when it has closed", async () => {
    const probe = vi.fn(async () => true);
    breaker.probeWith(probe);
    fail(5);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(probe).toHaveBeenCalledOnce();
  });
});

describe("a circuit breaker that has closed again", () => {
  beforeEach(() => breaker.probeWith(async () => true));

  it("failures of calls that began before the breaker closed do not open it again", async () => {
    const hanging = Array.from({ length: 50 }, () => breaker.watch());
    fail(5);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(breaker.isClosed()).toBe(true);
    await vi.advanceTimersByTimeAsync(10_000);
    for (const done of hanging) done({ isAnswered: false });
    expect(breaker.isClosed()).toBe(true);
  });

  it("the breaker opens again after five new failures", async () => {
    fail(5);
    await vi.advanceTimersByTimeAsync(1_000);
    fail(4);
    expect(breaker.isClosed()).toBe(true);
    fail(1);
    expect(breaker.isClosed()).toBe(false);
  });
});
