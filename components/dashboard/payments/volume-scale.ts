/** The axis of a chart: round steps from zero to just above the highest value, with three or four intervals. */
export function niceScale(values: readonly number[]): { top: number; ticks: number[] } {
  const highest = Math.max(...values, 1);
  const power = 10 ** Math.floor(Math.log10(highest / 3));
  const step =
    [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => Math.ceil(highest / size) <= 4) ?? highest;
  const count = Math.max(3, Math.ceil(highest / step));
  return { top: count * step, ticks: Array.from({ length: count + 1 }, (_, index) => index * step) };
}
