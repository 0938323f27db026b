import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writeJson } from "./answers";
import { formatMinor, type Json, NumberText, parseRawJson, readAmount } from "./raw-json";

/** The same value as `JSON.parse` returns. */
function plain(value: Json): unknown {
  if (value instanceof NumberText) return JSON.parse(value.text);
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, field]) => [key, plain(field)]));
  return Array.isArray(value) ? value.map(plain) : value;
}

describe("parseRawJson", () => {
  it("reads what JSON.parse reads", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        const parsed = parseRawJson(` ${text}\n`);
        expect(parsed && JSON.stringify(plain(parsed.value))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  it("refuses what JSON.parse refuses", () => {
    for (const text of ["", "{", "[1,]", "{a:1}", "01", "1.", "+1", "'a'", '"\n"', "nul", "1 2", "{}x", '{"a"}', "NaN"])
      expect(parseRawJson(text), text).toBeNull();
  });

  it("keeps the text of numbers and lists repeated keys", () => {
    const parsed = parseRawJson('{"a":1.10,"b":{"c":1,"c":2},"a":1.100}');
    expect(parsed?.duplicateKeys).toEqual(["c", "a"]);
    expect(parsed?.value instanceof Map && parsed.value.get("a")).toEqual(new NumberText("1.100"));
  });
});

describe("amounts", () => {
  it("are read to the cent and written with two decimals", () => {
    for (const [text, minor] of [
      ["0", 0n],
      ["1", 100n],
      ["1.5", 150n],
      ["99.00", 9900n],
      ["0.05", 5n],
    ] as const)
      expect(readAmount(new NumberText(text)), text).toEqual({ kind: "amount", minor });
    expect([0n, 5n, 100n, 123_456n].map(formatMinor)).toEqual(["0.00", "0.05", "1.00", "1234.56"]);
    expect(writeJson({ TotalAmount: 100n, Left: undefined, List: [1n, null, "a"] })).toBe(
      '{"TotalAmount":1.00,"List":[0.01,null,"a"]}',
    );
  });

  it("are refused as text, with an exponent, below zero, or with three decimals", () => {
    const kinds = ["1e2", "-1", "1.000"].map((text) => readAmount(new NumberText(text)).kind);
    expect([...kinds, readAmount("1").kind, readAmount(undefined).kind]).toEqual([
      "exponent",
      "negative",
      "decimals",
      "not_number",
      "missing",
    ]);
  });
});
