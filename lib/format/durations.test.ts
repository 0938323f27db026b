import { expect, it } from "vitest";
import { formatAge, formatLength } from "./durations";

it("lengths of time have at most two units, and no unit that is zero", () => {
  const lengths = [300, 999, 1000, 43_400, 59_999, 60_000, 125_000, 3_600_000, 12_000_000];
  expect(lengths.map(formatLength)).toEqual([
    "0.3 s",
    "0.9 s",
    "1 s",
    "43 s",
    "59 s",
    "1 min",
    "2 min 5 s",
    "1 h",
    "3 h 20 min",
  ]);
});

it("an age has one unit, the largest", () => {
  const ages = [10_000, 11 * 60_000, 19 * 3_600_000, 47 * 3_600_000, 4 * 86_400_000];
  expect(ages.map(formatAge)).toEqual(["under 1 min", "11 min", "19 h", "47 h", "4 days"]);
});
