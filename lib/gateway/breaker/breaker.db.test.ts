import pg from "pg";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db, inTransaction } from "@/lib/db/client";
import { log } from "@/lib/kit/log";
import { answerCall, beginCall, failCalls, manualTimer, untilDatabaseRests } from "@/tests/support/in-process/breaker";
import { CircuitBreaker } from "./breaker";

const address = "https://gateway.example.com/api/";
/** What the breakers of this file ask. */
let probe = async () => true;

let timer = manualTimer();
let breaker = new CircuitBreaker(address, () => probe(), timer.after);
const pass = (milliseconds: number) => timer.pass(milliseconds);

beforeEach(() => {
  for (const level of ["error", "warn", "info"] as const) vi.spyOn(log, level).mockReturnValue();
  timer = manualTimer();
  probe = async () => true;
  breaker = new CircuitBreaker(address, () => probe(), timer.after);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await untilDatabaseRests();
  await db().gatewayBreaker.deleteMany();
});

const beginAll = (calls: number) => Promise.all(Array.from({ length: calls }, () => beginCall(breaker)));
const endAll = (calls: Awaited<ReturnType<typeof beginAll>>, isAnswered: boolean) =>
  Promise.all(calls.map((done) => done({ isAnswered })));
const answer = () => answerCall(breaker);
const fail = (calls: number) => failCalls(calls, breaker);

/** A probe that answers when the test says so. */
function heldProbe() {
  const waiting: ((isUp: boolean) => void)[] = [];
  const held = vi.fn(() => new Promise<boolean>((resolve) => waiting.push(resolve)));
  probe = held;
  return { probe: held, answer: (isUp: boolean) => waiting.shift()?.(isUp) };
}

describe("a closed circuit breaker", () => {
  beforeEach(() => {
    probe = async () => false;
  });

  it("the breaker opens after five unanswered calls in a row, and logs it once", async () => {
    const others = await beginAll(5);
    await fail(4);
    expect(await breaker.isClosed()).toBe(true);
    await fail(1);
    expect(await breaker.isClosed()).toBe(false);
    await endAll(others, false);
    expect(log.error).toHaveBeenCalledOnce();
  });

  it("five parallel unanswered calls open the breaker", async () => {
    await endAll(await beginAll(4), false);
    expect(await breaker.isClosed()).toBe(true);
    await answer();
    await endAll(await beginAll(5), false);
    expect(await breaker.isClosed()).toBe(false);
  });

  it("an answer resets the count of failures", async () => {
    await fail(4);
    await answer();
    await fail(4);
    expect(await breaker.isClosed()).toBe(true);
    await fail(1);
    expect(await breaker.isClosed()).toBe(false);
  });

  it("the breaker opens if five parallel calls have no answer after ten seconds, although they may still be answered", async () => {
    const calls = await beginAll(5);
    await pass(9_999);
    expect(await breaker.isClosed()).toBe(true);
    await pass(1);
    expect(await breaker.isClosed()).toBe(false);
    await endAll(calls, true);
    expect(await breaker.isClosed()).toBe(false);
  });

  it("calls that are answered within ten seconds do not count as failures", async () => {
    const calls = await beginAll(20);
    await pass(9_999);
    await endAll(calls, true);
    await pass(60_000);
    expect(await breaker.isClosed()).toBe(true);
  });

  it("a slow call that ends without an answer counts once", async () => {
    const calls = await beginAll(4);
    await pass(10_000);
    await endAll(calls, false);
    expect(await breaker.isClosed()).toBe(true);
  });

  it("a late answer also resets the count of failures", async () => {
    for (let call = 0; call < 10; call++) {
      const done = await beginCall(breaker);
      await pass(12_000);
      await done({ isAnswered: true });
    }
    expect(await breaker.isClosed()).toBe(true);
  });

  it("a call to a healthy gateway reads once and writes nothing", async () => {
    await fail(1);
    await answer();
    const sent = vi.spyOn(pg.Client.prototype, "query");
    await answer();
    expect(sent).toHaveBeenCalledOnce();
    expect(await db().gatewayBreaker.findMany()).toMatchObject([{ failures: 0, closings: 0 }]);
  });
});

describe("an open circuit breaker", () => {
  it("an open breaker refuses all parallel callers at once, and their questions start no probe", async () => {
    const held = heldProbe();
    await fail(5);
    const answers = await Promise.all(Array.from({ length: 100 }, () => breaker.isClosed()));
    expect(answers).not.toContain(true);
    expect(await breaker.watch()).toBeNull();
    expect(held.probe).not.toHaveBeenCalled();
  });

  it("an open breaker closes by itself when a probe succeeds, also without any caller", async () => {
    let isUp = false;
    probe = async () => isUp;
    await fail(5);
    await pass(60_000);
    expect(await breaker.isClosed()).toBe(false);
    isUp = true;
    await pass(1_000);
    expect(await breaker.isClosed()).toBe(true);
    expect(log.info).toHaveBeenCalledOnce();
  });

  it("an open breaker probes at most once a second, however many callers ask", async () => {
    const counted = vi.fn(async () => false);
    probe = counted;
    await fail(5);
    await pass(999);
    expect(counted).toHaveBeenCalledTimes(0);
    for (let second = 1; second <= 10; second++) {
      await Promise.all(Array.from({ length: 50 }, () => breaker.isClosed()));
      await pass(second === 1 ? 1 : 1_000);
      expect(counted).toHaveBeenCalledTimes(second);
    }
  });

  it("two probes never run at the same time, even if the breaker closes and opens again during one", async () => {
    const held = heldProbe();
    await fail(5);
    await pass(10_000);
    expect(held.probe).toHaveBeenCalledOnce();
    await breaker.close();
    await fail(5);
    await pass(10_000);
    expect(held.probe).toHaveBeenCalledOnce();
    held.answer(false);
    await pass(1_000);
    expect(held.probe).toHaveBeenCalledTimes(2);
  });

  it("a probe that throws counts as failed", async () => {
    const failing = vi.fn(() => Promise.reject<boolean>(new Error("no network")));
    probe = failing;
    await fail(5);
    await pass(2_000);
    expect(failing).toHaveBeenCalledTimes(2);
    expect(await breaker.isClosed()).toBe(false);
  });

  it("the breaker stops probing when it has closed", async () => {
    const counted = vi.fn(async () => true);
    probe = counted;
    await fail(5);
    await pass(60_000);
    expect(counted).toHaveBeenCalledOnce();
  });

  it("a process that notices the open breaker inside a transaction closes it after the transaction", async () => {
    probe = async () => true;
    await new CircuitBreaker(address, async () => false, manualTimer().after).open();
    expect(await inTransaction(() => breaker.isClosed())).toBe(false);
    await pass(1_000);
    expect(await breaker.isClosed()).toBe(true);
  });
});

describe("a circuit breaker that has closed again", () => {
  beforeEach(() => (probe = async () => true));

  it("failures of calls that began before the breaker closed do not open it again", async () => {
    const hanging = await beginAll(50);
    await fail(5);
    await pass(1_000);
    expect(await breaker.isClosed()).toBe(true);
    await pass(10_000);
    await endAll(hanging, false);
    expect(await breaker.isClosed()).toBe(true);
  });

  it("the breaker opens again after five new failures", async () => {
    await fail(5);
    await pass(1_000);
    await fail(4);
    expect(await breaker.isClosed()).toBe(true);
    await fail(1);
    expect(await breaker.isClosed()).toBe(false);
  });
});
