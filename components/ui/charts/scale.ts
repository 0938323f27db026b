/** The axis of a chart: round steps from zero to the highest value or just above it. */
export type Scale = { top: number; ticks: number[] };

const factors = [1, 2, 3, 4, 5, 8, 10, 20, 30];
const intervalsMax = 3;

/** Two or three intervals. Without a value above zero, one. `isCount` asks for whole numbers. */
export function niceScale(values: readonly number[], isCount: boolean): Scale {
  const highest = Math.max(0, ...values);
  if (highest === 0) return { top: 1, ticks: [0, 1] };
  const power = 10 ** Math.floor(Math.log10(highest / intervalsMax));
  const steps = factors.map((factor) => exact(factor * power)).filter((step) => !isCount || step >= 1);
  const step = steps.find((size) => intervalsOf(highest, size) <= intervalsMax) ?? highest;
  const count = Math.max(2, intervalsOf(highest, step));
  return { top: exact(count * step), ticks: Array.from({ length: count + 1 }, (_, index) => exact(index * step)) };
}

const intervalsOf = (highest: number, step: number): number => Math.ceil(exact(highest / step));

/** Without the digits that binary fractions add. */
const exact = (value: number): number => Number(value.toPrecision(12));

/** `8,000`, but `10k` and `1.2M`, so that the labels of an axis stay narrow. */
export function axisNumber(value: number): string {
  if (value < 10_000) return value.toLocaleString("en");
  const [size, unit] = value < 1_000_000 ? [1000, "k"] : [1_000_000, "M"];
  return `${(value / size).toLocaleString("en", { maximumFractionDigits: 2 })}${unit}`;
}

/** A part of a whole in percent, as coordinates take it. */
export const percentOf = (part: number, whole: number): string =>
  `${whole === 0 ? 0 : exact(Math.min(1, part / whole) * 100)}%`;
