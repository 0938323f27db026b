import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { log } from "@/lib/kit/log";
import { callGateway, callTimeoutMs } from "./call";
import type { Outcome } from "./port";

const approved: Outcome = { status: "approved", reference: "R", avs: "match" };
const unknown: Outcome = { status: "unknown" };

function pendingCall() {
  let [resolve, reject]: [(outcome: Outcome) => void, (error: Error) => void] = [() => {}, () => {}];
  const promise = new Promise<Outcome>((keep, breakIt) => ([resolve, reject] = [keep, breakIt]));
  return { call: () => promise, resolve, reject };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("a call to the gateway", () => {
  it("returns an answer in time and leaves no timer", async () => {
    const onLate = vi.fn();
    expect(await callGateway(async () => approved, onLate)).toEqual(approved);
    expect(vi.getTimerCount()).toBe(0);
    expect(onLate).not.toHaveBeenCalled();
  });

  it("is unknown after 15 s, and passes a later answer to the handler", async () => {
    const onLate = vi.fn();
    const { call, resolve } = pendingCall();
    const outcome = callGateway(call, onLate);
    const isOver = vi.fn();
    outcome.then(isOver);
    await vi.advanceTimersByTimeAsync(callTimeoutMs - 1);
    expect(isOver).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toEqual(unknown);
    expect(onLate).not.toHaveBeenCalled();
    resolve(approved);
    await vi.advanceTimersByTimeAsync(0);
    expect(onLate.mock.calls).toEqual([[approved]]);
  });

  it("does not pass on a late answer that is unknown itself", async () => {
    vi.spyOn(log, "error").mockReturnValue();
    const onLate = vi.fn();
    for (const end of ["unknown", "throws"]) {
      const { call, resolve, reject } = pendingCall();
      const outcome = callGateway(call, onLate, 1_000);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(await outcome).toEqual(unknown);
      end === "unknown" ? resolve(unknown) : reject(new Error("late"));
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(onLate).not.toHaveBeenCalled();
  });

  it("survives an error in the handler of late answers", async () => {
    const error = vi.spyOn(log, "error").mockReturnValue();
    const { call, resolve } = pendingCall();
    const outcome = callGateway(call, () => Promise.reject(new Error("no database")), 1_000);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await outcome).toEqual(unknown);
    resolve(approved);
    await vi.advanceTimersByTimeAsync(0);
    expect(error).toHaveBeenCalledOnce();
  });

  it.each([
    ["throws", () => Promise.reject(new Error("card 4111111111111111 cvc 123 refused"))],
    [
      "throws before it is even a promise",
      () => {
        throw new TypeError("cvc 123");
      },
    ],
    ["throws a value that is not an Error", () => Promise.reject("cvc 123")],
  ])("is unknown if it %s, and logs nothing of the request", async (_what, call) => {
    const error = vi.spyOn(log, "error").mockReturnValue();
    expect(await callGateway(call, vi.fn())).toEqual(unknown);
    expect(error).toHaveBeenCalledOnce();
    expect(JSON.stringify(error.mock.calls)).not.toMatch(/123|4111/);
    expect(vi.getTimerCount()).toBe(0);
  });
});
