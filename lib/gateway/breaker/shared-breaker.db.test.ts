import pg from "pg";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "@/lib/db/client";
import { log } from "@/lib/kit/log";
import { answerCall, beginCall, failCalls, manualTimer, untilDatabaseRests } from "@/tests/support/in-process/breaker";
import { CircuitBreaker } from "./breaker";

const address = "https://gateway.example.com/api/";
let probe = async () => false;
let otherProbe = probe;
let timer = manualTimer();
let breaker = new CircuitBreaker(address, () => probe(), timer.after);
/** Two objects share nothing but the database, as two processes do. */
let other = breaker;

beforeEach(() => {
  for (const level of ["error", "warn", "info"] as const) vi.spyOn(log, level).mockReturnValue();
  timer = manualTimer();
  probe = async () => false;
  otherProbe = probe;
  breaker = new CircuitBreaker(address, () => probe(), timer.after);
  other = new CircuitBreaker(address, () => otherProbe(), timer.after);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await untilDatabaseRests();
  await db().gatewayBreaker.deleteMany();
});

describe("the circuit breakers of two processes", () => {
  const areClosed = () => Promise.all([breaker.isClosed(), other.isClosed()]);

  it("five unanswered calls spread over both processes open the breaker for both, and one of them logs it", async () => {
    for (const process of [breaker, other, breaker, other]) await failCalls(1, process);
    expect(await areClosed()).toEqual([true, true]);
    await failCalls(1, breaker);
    expect(await areClosed()).toEqual([false, false]);
    expect(log.error).toHaveBeenCalledOnce();
  });

  it("an answer to one process resets the failures of the other", async () => {
    await failCalls(4, breaker);
    await answerCall(other);
    await failCalls(4, breaker);
    expect(await areClosed()).toEqual([true, true]);
  });

  it("a health check that opens the breaker in one process stops the calls of the other at once", async () => {
    await other.open();
    expect(await breaker.watch()).toBeNull();
  });

  it("every process that noticed the open breaker probes, and one successful probe closes it for all", async () => {
    const [one, two] = [vi.fn(async () => false), vi.fn(async () => false)];
    probe = one;
    otherProbe = two;
    await failCalls(5, breaker);
    await timer.pass(5_000);
    expect([one.mock.calls.length, two.mock.calls.length]).toEqual([5, 0]);
    expect(await other.isClosed()).toBe(false);
    await timer.pass(5_000);
    expect([one.mock.calls.length, two.mock.calls.length]).toEqual([10, 5]);
    two.mockResolvedValue(true);
    await timer.pass(1_000);
    expect(await areClosed()).toEqual([true, true]);
    await timer.pass(60_000);
    expect(two).toHaveBeenCalledTimes(6);
    expect(log.info).toHaveBeenCalledOnce();
  });

  it("a call of one process that began before the other process closed the breaker counts nothing", async () => {
    const hanging = await Promise.all(Array.from({ length: 5 }, () => beginCall(breaker)));
    await other.open();
    await other.close();
    for (const done of hanging) await done({ isAnswered: false });
    await failCalls(4, other);
    expect(await areClosed()).toEqual([true, true]);
  });

  it("the breaker of another gateway address stays closed", async () => {
    const elsewhere = new CircuitBreaker("https://staging.example.com/api/", async () => true, timer.after);
    await failCalls(4, elsewhere);
    await failCalls(5, breaker);
    expect([await breaker.isClosed(), await elsewhere.isClosed()]).toEqual([false, true]);
  });
});

describe("without a database", () => {
  it("the breaker counts as closed, and a call ends without an error", async () => {
    await breaker.open();
    const failing = vi.spyOn(pg.Client.prototype, "query").mockImplementation(() => {
      throw new Error("The database is away.");
    });
    expect(await breaker.isClosed()).toBe(true);
    await failCalls(6, breaker);
    await answerCall(breaker);
    expect(log.warn).toHaveBeenCalled();
    failing.mockRestore();
    expect(await breaker.isClosed()).toBe(false);
  });
});
