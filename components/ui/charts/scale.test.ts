import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { axisNumber, niceScale, percentOf } from "./scale";

const amounts = fc.array(
  fc.double({ min: 0, max: 1e12, noNaN: true }).filter((value) => value === 0 || value > 1e-3),
  {
    minLength: 1,
  },
);
const counts = fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1 });

describe("the scale of a chart", () => {
  it("contains every value, begins at zero and leaves at most half of the plot empty", () => {
    fc.assert(
      fc.property(fc.oneof(amounts, counts), fc.boolean(), (values, isCount) => {
        const { top, ticks } = niceScale(values, isCount);
        const highest = Math.max(...values);
        expect(top).toBeGreaterThanOrEqual(highest * (1 - 1e-9));
        expect(ticks[0]).toBe(0);
        expect(ticks.at(-1)).toBe(top);
        if (highest >= 1) expect(top).toBeLessThanOrEqual(2 * highest * (1 + 1e-9));
      }),
    );
  });

  it("has three or four lines with equal round steps, and whole numbers for counts", () => {
    fc.assert(
      fc.property(counts, (values) => {
        const { ticks } = niceScale(values, true);
        const [, step = 0] = ticks;
        expect(ticks.length).toBeGreaterThanOrEqual(Math.max(...values) === 0 ? 2 : 3);
        expect(ticks.length).toBeLessThanOrEqual(4);
        expect(step.toExponential()).toMatch(/^[123458]e\+\d+$/);
        for (const [index, tick] of ticks.entries()) expect(tick).toBe(index * step);
      }),
    );
  });

  it("has the steps of the drawings", () => {
    expect(niceScale([22, 3], true).ticks).toEqual([0, 8, 16, 24]);
    expect(niceScale([88], true).ticks).toEqual([0, 30, 60, 90]);
    expect(niceScale([9.1], false).ticks).toEqual([0, 4, 8, 12]);
    expect(niceScale([1], true).ticks).toEqual([0, 1, 2]);
    expect(niceScale([0.25], false).ticks).toEqual([0, 0.1, 0.2, 0.3]);
    expect(niceScale([], true).ticks).toEqual([0, 1]);
  });

  it("labels large numbers shortly", () => {
    expect([0, 0.5, 8000, 10_000, 25_000, 1_500_000].map(axisNumber)).toEqual([
      "0",
      "0.5",
      "8,000",
      "10k",
      "25k",
      "1.5M",
    ]);
  });

  it("draws no part outside of its whole", () => {
    expect([percentOf(1, 3), percentOf(5, 4), percentOf(0, 0)]).toEqual(["33.3333333333%", "100%", "0%"]);
  });
});
