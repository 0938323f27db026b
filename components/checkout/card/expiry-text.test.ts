import { expect, it } from "vitest";
import { completeExpiry, withSlash } from "./expiry-text";

it.each([
  ["0", "0"],
  ["1", "1"],
  ["4", "04 / "],
  ["04", "04 / "],
  ["12", "12 / "],
  ["1/", "01 / "],
  ["12 /3", "12 / 3"],
  ["123", "12 / 3"],
  ["12 / 39", "12 / 39"],
  ["12 / 2039", "12 / 2039"],
  ["13", "13"],
  ["00", "00"],
  ["", ""],
])("turns %j into %j while it is typed", (typed, expected) => {
  expect(withSlash(typed)).toBe(expected);
});

it.each([
  ["0431", "04 / 31"],
  ["4/31", "04 / 31"],
  ["2031-04", "04 / 31"],
  ["04 / ", "04 / "],
  ["soon", "soon"],
])("rewrites %j as %j when the field loses focus", (typed, expected) => {
  expect(completeExpiry(typed)).toBe(expected);
});
