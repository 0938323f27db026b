import { describe, expect, it } from "vitest";
import { codeOf, keyUri, stepAt, stepOfCode, toBase32 } from "./totp";

const secret = Buffer.from("12345678901234567890");
const at = (seconds: number) => new Date(seconds * 1000);

describe("a code of the second factor", () => {
  it.each([
    [59, "287082"],
    [1111111109, "081804"],
    [1111111111, "050471"],
    [1234567890, "005924"],
    [2000000000, "279037"],
    [20000000000, "353130"],
  ])("at %d s matches the test vector of RFC 6238", (seconds, code) => {
    expect(codeOf(secret, stepAt(at(seconds)))).toBe(code);
  });

  it.each([
    ["the step before", 1199, true],
    ["its own step", 1200, true],
    ["its own step's end", 1229, true],
    ["the step after", 1259, true],
    ["two steps before", 1169, false],
    ["two steps after", 1260, false],
  ])("is checked against time steps near now: %s", (_, seconds, isFound) => {
    const step = stepAt(at(1200));
    expect(stepOfCode(secret, codeOf(secret, step), at(seconds))).toBe(isFound ? step : null);
  });

  it("must be exactly six digits", () => {
    for (const code of ["", "287", "94287082", "２８７０８２"]) expect(stepOfCode(secret, code, at(59))).toBeNull();
  });
});

it("secrets are encoded in base32 by RFC 4648, and as an otpauth URI", () => {
  expect(toBase32(Buffer.from("fooba"))).toBe("MZXW6YTB");
  expect(keyUri("a+b@example.com", secret)).toBe(
    "otpauth://totp/Tradewind:a%2Bb%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Tradewind",
  );
});
