import { expect, it } from "vitest";
import { niceScale } from "./volume-scale";

it("the axis has three or four round steps and contains the highest value", () => {
  expect(niceScale([5360, 200])).toEqual({ top: 6000, ticks: [0, 2000, 4000, 6000] });
  expect(niceScale([6001])).toEqual({ top: 8000, ticks: [0, 2000, 4000, 6000, 8000] });
  expect(niceScale([12.05])).toEqual({ top: 15, ticks: [0, 5, 10, 15] });
});

it("without a value, the axis still has steps", () => {
  expect(niceScale([]).ticks.length).toBeGreaterThan(3);
  expect(niceScale([0, 0]).top).toBeGreaterThan(0);
});
