/** The steps under way, as one line of a terminal shows them. */
const underWay = new Set<() => string>();

/**
 * Prints a line when a slow step of the start begins, and one with its duration when it ends. On a terminal, the last
 * line counts the seconds of the steps under way.
 */
export async function step<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
  const started = performance.now();
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
  const isTerminal = process.stdout.isTTY;
  const show = () => `${title} … ${seconds()}`;
  if (isTerminal) underWay.add(show);
  else process.stdout.write(`  ${title} …\n`);
  const ticker = isTerminal ? setInterval(count, 200) : undefined;
  const end = (outcome: string) => process.stdout.write(`${isTerminal ? clearLine : ""}  ${title}: ${outcome}\n`);
  try {
    const result = await work();
    end(`done in ${seconds()}`);
    return result;
  } catch (error) {
    end(`failed after ${seconds()}`);
    throw error;
  } finally {
    clearInterval(ticker);
    underWay.delete(show);
  }
}

const clearLine = "\r\x1b[K";
const count = () => process.stdout.write(`${clearLine}  ${[...underWay].map((show) => show()).join("   ")} `);

/**
 * Does all works at the same time. If one fails, or if `outer` aborts, the signal that they get aborts. Throws the
 * first error when all of them have ended.
 */
export async function runTogether(
  works: readonly ((signal: AbortSignal) => Promise<void>)[],
  outer: AbortSignal = new AbortController().signal,
): Promise<void> {
  const failure = new AbortController();
  const signal = AbortSignal.any([outer, failure.signal]);
  await Promise.all(works.map((work) => work(signal).catch((error) => failure.abort(error))));
  failure.signal.throwIfAborted();
}
