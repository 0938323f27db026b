/**
 * One line for each slow step of a start: it counts the seconds on a terminal and is written
 * once, when the step is done, where nobody watches.
 */
export async function step<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
  const started = performance.now();
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
  const isWatched = process.stdout.isTTY;
  const ticker = isWatched ? setInterval(() => process.stdout.write(`\r  ${title} … ${seconds()} `), 200) : undefined;
  if (!isWatched) process.stdout.write(`  ${title} …\n`);
  try {
    const result = await work();
    process.stdout.write(`${isWatched ? "\r" : ""}  ${title}: done in ${seconds()}\n`);
    return result;
  } catch (error) {
    process.stdout.write(`${isWatched ? "\r" : ""}  ${title}: failed after ${seconds()}\n`);
    throw error;
  } finally {
    clearInterval(ticker);
  }
}
