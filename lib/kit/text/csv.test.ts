import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCsvLines, toCsvLine } from "./csv";

it.each([
  ["plain", '"plain"'],
  [null, '""'],
  ['say "hi", twice\r\nand more', '"say ""hi"", twice\r\nand more"'],
  ["=1+1", `"'=1+1"`],
  ["+18685550123", `"'+18685550123"`],
  ["-1", `"'-1"`],
  ["@SUM(A1)", `"'@SUM(A1)"`],
  ["\t=1", `"'\t'=1"`],
  ["\r=1", `"'\r=1"`],
  ["a=1", '"a=1"'],
  ["a;=1+1", `"a;'=1+1"`],
  ["a\t+1", `"a\t'+1"`],
  ["a|@SUM(A1)", `"a|'@SUM(A1)"`],
  ["a; -1;=2", `"a; '-1;'=2"`],
  [";=1", `";'=1"`],
  ['a;"=1+1"', `"a;""'=1+1"""`],
  ["a\n=1", `"a\n'=1"`],
  ["a\r\n=1", `"a\r\n'=1"`],
  ["a;b|c\td", `"a;b|c\td"`],
  [" =1", `" '=1"`],
  ["a, =1", '"a, =1"'],
])("writes the cell %j as %j, quoted and safe from spreadsheet formulas", (cell, written) => {
  expect(toCsvLine([cell, "next"])).toBe(`${written},"next"\r\n`);
});

it.each([";", "\t", "|"])(
  "writes no cell that a spreadsheet with the separator %j would run as a formula",
  (separator) => {
    const parts = fc.constantFrom("=", "+", "-", "@", ";", "\t", "|", " ", '"', "\n", "\r", "a", "1");
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 12 }), (cell) => {
        const cells = toCsvLine([`a${cell.join("")}`, cell.filter((part) => part !== "\r").join("")]).split(
          new RegExp(`[\r\n${separator}]`),
        );
        return cells.every((text) => !/^[ "]*[=+\-@]/.test(text));
      }),
      { numRuns: 2000 },
    );
  },
);

it("takes time linear in the length of a cell", { timeout: 10_000 }, () => {
  for (const text of [" ", ";", "; ", "=", ' "', "; ="]) toCsvLine([text.repeat(200_000 / text.length)]);
});

describe("the lines of a CSV file", () => {
  it("are numbered as in the file, without blank lines and without the byte order mark", () => {
    expect(readCsvLines("\uFEFFa,b\r\n\r\n,\n1,2\r3,4")).toEqual([
      { line: 1, cells: ["a", "b"] },
      { line: 4, cells: ["1", "2"] },
      { line: 5, cells: ["3", "4"] },
    ]);
  });

  it("are split at commas or at semicolons outside quotes", () => {
    expect(readCsvLines('"a, ""b""" , c;d')).toEqual([{ line: 1, cells: ['a, "b"', "c;d"] }]);
    expect(readCsvLines('"a; ""b""" ; c,d', ";")).toEqual([{ line: 1, cells: ['a; "b"', "c,d"] }]);
  });

  it.each(['"open', 'a"b', '"a"b,c', '"a",b"'])("have no cells if the line is not valid CSV, such as %j", (text) => {
    expect(readCsvLines(text)).toEqual([{ line: 1, cells: null }]);
  });

  it("contain the cells that toCsvLine wrote", () => {
    const cells = ['say "hi", twice', "", "Ann; Lee", "12.05"];
    expect(readCsvLines(toCsvLine(cells))).toEqual([{ line: 1, cells }]);
  });
});
