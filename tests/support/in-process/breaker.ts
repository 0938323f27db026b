import { setImmediate } from "node:timers/promises";
import { poolUse } from "@/lib/db/connection";
import type { CircuitBreaker } from "@/lib/gateway/breaker/breaker";

/** Circuit breakers for tests, with timers that the test moves. */

/** Statements take real time, which the timers of a test do not know. */
export async function untilDatabaseRests(): Promise<void> {
  for (let rests = 0; rests < 3; rests = poolUse().used > 0 ? 0 : rests + 1) await setImmediate();
}

/** Timers that the test moves. */
export function manualTimer() {
  let time = 0;
  let waiting: { at: number; call: () => void }[] = [];
  const after = (milliseconds: number, call: () => void) => {
    const entry = { at: time + milliseconds, call };
    waiting.push(entry);
    return () => {
      waiting = waiting.filter((each) => each !== entry);
    };
  };
  const pass = async (milliseconds: number) => {
    const end = time + milliseconds;
    for (;;) {
      await untilDatabaseRests();
      const next = waiting.toSorted((one, other) => one.at - other.at).find(({ at }) => at <= end);
      if (!next) break;
      waiting = waiting.filter((each) => each !== next);
      time = next.at;
      next.call();
    }
    time = end;
  };
  return { after, pass };
}

/** Begins a call, as one that is about to be sent. */
export async function beginCall(process: CircuitBreaker) {
  const done = await process.watch();
  if (!done) throw new Error("The breaker is open.");
  return done;
}

export async function answerCall(process: CircuitBreaker): Promise<void> {
  await (await beginCall(process))({ isAnswered: true });
}

/** Makes calls without an answer, one after the other. */
export async function failCalls(calls: number, process: CircuitBreaker): Promise<void> {
  for (let call = 0; call < calls; call++) await (await beginCall(process))({ isAnswered: false });
}
