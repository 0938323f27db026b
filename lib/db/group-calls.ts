import { isDeadlock, isRefusedData } from "./client";
import { ambient } from "./prisma";

/** Results are in the order of the inputs. */
type RunGroup<Input, Result> = (inputs: readonly Input[]) => Promise<readonly Result[]>;
type Call<Input, Result> = { input: Input; resolve(result: Result): void; reject(error: unknown): void };

/** After this time, the next group starts beside a slow one. So a locked row delays only the calls of its own group. */
const patienceMs = 10;
const callsMax = 50;

/**
 * Lets calls that wait at the same time share one statement, because most of a statement's cost does not depend on its
 * number of rows. While a group runs, later calls wait and form the next group. No call joins a running statement, so
 * each call sees everything that was committed before it. Inside a transaction, each call runs alone.
 */
export function groupCalls<Input, Result>(run: RunGroup<Input, Result>): (input: Input) => Promise<Result> {
  const waiting: Call<Input, Result>[] = [];
  let isBusy = false;

  const startSoon = () => {
    isBusy = true;
    // `setImmediate` lets the calls of all requests that have already arrived join the group.
    setImmediate(async () => {
      await untilDoneOrSlow(runGroup(run, waiting.splice(0, callsMax)));
      isBusy = false;
      if (waiting.length > 0) startSoon();
    });
  };

  return (input) => {
    if (ambient.getStore()) return runAlone(run, input);
    return new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      if (!isBusy) startSoon();
    });
  };
}

const untilDoneOrSlow = (done: Promise<void>): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, patienceMs);
    void done.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });

async function runGroup<Input, Result>(run: RunGroup<Input, Result>, calls: readonly Call<Input, Result>[]) {
  try {
    const results = await run(calls.map(({ input }) => input));
    // `run` gives one result for each input.
    for (const [index, { resolve }] of calls.entries()) resolve(results[index] as Result);
  } catch (error) {
    // One row may have spoilt the statement. Its call fails, and the others succeed.
    const isSpoilt = calls.length > 1 && (isRefusedData(error) || isDeadlock(error));
    for (const { input, resolve, reject } of calls) {
      if (isSpoilt) runAlone(run, input).then(resolve, reject);
      else reject(error);
    }
  }
}

const runAlone = async <Input, Result>(run: RunGroup<Input, Result>, input: Input): Promise<Result> =>
  (await run([input]))[0] as Result;
