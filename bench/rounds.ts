/** How much a part measures. A quick run notices what got worse by a tenth, and skips what is not compared. */
export type Effort = "whole" | "quick";

/** The middle value, or the mean of the two middle values. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (sorted.length - 1) * share;
  const [below = Number.NaN, above = Number.NaN] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return below + (above - below) * (at - Math.floor(at));
}

/** Measures each side once per round, so that noise of the machine hits all sides alike. */
export async function interleave<Side extends string, Result>(
  sides: Record<Side, () => Promise<Result>>,
  rounds = 5,
): Promise<Record<Side, Result[]>> {
  const names = Object.keys(sides) as Side[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Side, Result[]>;
  for (let round = 0; round < rounds; round++) {
    for (const name of names) results[name].push(await sides[name]());
  }
  return results;
}

/** The median ratio of rounds, in percent. Rounds are compared in pairs, because the machine's load changes slowly. */
export function medianPercent(ones: readonly number[], others: readonly number[]): number {
  return median(ones.map((one, round) => (one / (others[round] ?? Number.NaN)) * 100));
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
