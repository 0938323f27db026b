/** Prints one line for a slow step of the start, with its duration. On a terminal, the line counts the seconds. */
export async function step<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
  const started = performance.now();
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
  const isTerminal = process.stdout.isTTY;
  const ticker = isTerminal ? setInterval(() => process.stdout.write(`\r  ${title} … ${seconds()} `), 200) : undefined;
  if (!isTerminal) process.stdout.write(`  ${title} …\n`);
  try {
    const result = await work();
    process.stdout.write(`${isTerminal ? "\r" : ""}  ${title}: done in ${seconds()}\n`);
    return result;
  } catch (error) {
    process.stdout.write(`${isTerminal ? "\r" : ""}  ${title}: failed after ${seconds()}\n`);
    throw error;
  } finally {
    clearInterval(ticker);
  }
}
