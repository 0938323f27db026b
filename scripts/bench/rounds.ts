/** The middle value, or the mean of the two middle values. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (sorted.length - 1) * share;
  const [below = Number.NaN, above = Number.NaN] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return below + (above - below) * (at - Math.floor(at));
}

/**
 * Measures each side once per round, so that noise of the machine hits all sides alike. Returns the median of each
 * side.
 */
export async function interleave<Side extends string>(
  sides: Record<Side, () => Promise<number>>,
  rounds = 5,
): Promise<Record<Side, number>> {
  const names = Object.keys(sides) as Side[];
  const measured = names.map((name) => ({ name, values: [] as number[] }));
  for (let round = 0; round < rounds; round++) {
    for (const { name, values } of measured) values.push(await sides[name]());
  }
  return Object.fromEntries(measured.map(({ name, values }) => [name, median(values)])) as Record<Side, number>;
}

export const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
