import { expect, it } from "vitest";
import { formatLength } from "./durations";

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
