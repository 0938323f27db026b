import { expect, it } from "vitest";
import { toCsvLine } from "./csv";

it.each([
  ["plain", '"plain"'],
  [null, '""'],
  ['say "hi", twice\r\nand more', '"say ""hi"", twice\r\nand more"'],
  ["=1+1", `"'=1+1"`],
  ["+18685550123", `"'+18685550123"`],
  ["-1", `"'-1"`],
  ["@SUM(A1)", `"'@SUM(A1)"`],
  ["\t=1", `"'\t=1"`],
  ["\r=1", `"'\r=1"`],
  ["a=1", '"a=1"'],
])("writes the cell %j as %j, quoted and safe from spreadsheet formulas", (cell, written) => {
  expect(toCsvLine([cell, "next"])).toBe(`${written},"next"\r\n`);
});
