import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { divideHalfUp, formatMinor, parseMinor, shareOf } from "./money";

const amounts = fc.bigInt({ min: 0n, max: 10n ** 14n });

describe("money", () => {
  it.each([
    ["10", 1000n],
    ["10.5", 1050n],
    ["10.00", 1000n],
    ["0.01", 1n],
    ["007", 700n],
  ])("%s is parsed into minor units", (text, minor) => expect(parseMinor(text)).toBe(minor));

  it.each(["", " 1", "1.", ".5", "1.234", "1,000.00", "-1", "+1", "1e3", "NaN", "0x10", "١", "9".repeat(16)])(
    "refuses %j",
    (text) => expect(parseMinor(text)).toBeNull(),
  );

  it("survives formatting and parsing unchanged", () => {
    fc.assert(fc.property(amounts, (amount) => parseMinor(formatMinor(amount)) === amount));
  });

  it("is written with two decimals, also below one and below zero", () => {
    expect([5n, 0n, -5n, -1234n].map(formatMinor)).toEqual(["0.05", "0.00", "-0.05", "-12.34"]);
  });

  it("is rounded half away from zero, by at most half a cent", () => {
    expect([divideHalfUp(5n, 10n), divideHalfUp(4n, 10n), divideHalfUp(-5n, 10n)]).toEqual([1n, 0n, -1n]);
    fc.assert(
      fc.property(amounts, fc.bigInt({ min: 1n, max: 10n ** 6n }), (numerator, denominator) => {
        const doubledError = (divideHalfUp(numerator, denominator) * denominator - numerator) * 2n;
        return doubledError <= denominator && doubledError > -denominator;
      }),
    );
  });

  it("has shares that grow with the amount and never exceed it", () => {
    expect(shareOf(12_300n, 420n)).toBe(517n);
    fc.assert(
      fc.property(amounts, amounts, fc.bigInt({ min: 0n, max: 10_000n }), (one, other, points) => {
        const [small, large] = one < other ? [one, other] : [other, one];
        return shareOf(small, points) <= shareOf(large, points) && shareOf(large, points) <= large;
      }),
    );
  });
});
