import fc from "fast-check";
import { expect, inject, it } from "vitest";
import { newAccountNumber, newTransactionId, newUlid, ulidPattern, uuidOfName } from "./ids";
import { amountPattern } from "./money";

it("makes ULIDs that sort by time and never repeat", () => {
  const early = newUlid(new Date("2026-01-01T00:00:00.000Z"));
  const late = newUlid(new Date("2026-01-01T00:00:00.001Z"));
  expect(early < late).toBe(true);
  const many = Array.from({ length: 10_000 }, () => newUlid());
  expect(new Set(many).size).toBe(many.length);
  expect(many.every((id) => ulidPattern.test(id))).toBe(true);
});

it("makes the name-based UUID of the example in RFC 9562", () => {
  const dns = "6ba7b810-9dad-11d1-80b4-00c04fd430c8";
  expect(uuidOfName(dns, "www.example.com")).toBe("2ed6657d-e927-568b-95e1-2665a8aea6a2");
});

it("makes transaction ids that end in a letter and never repeat", () => {
  const many = Array.from({ length: inject("isDeep") ? 100_000 : 20_000 }, (_, index) =>
    newTransactionId(index % 2 ? "live" : "sandbox"),
  );
  expect(new Set(many).size).toBe(many.length);
  expect(many.filter((id) => !/^(SB-)?[0-7][0-9A-HJKMNP-TV-Z]{24}[A-HJKMNP-TV-Z]$/.test(id))).toEqual([]);
});

it("makes ids for which no other id and total give the same hash input", () => {
  const idPattern = /^(SB-)?[0-9A-Z]{25}[A-Z]$/;
  const total = fc.nat(10_000_000_00).map((minor) => (minor / 100).toFixed(2));
  fc.assert(
    fc.property(fc.stringMatching(idPattern), total, (id, amount) => {
      const input = id + amount;
      const readings = Array.from(input, (_, cut) => [input.slice(0, cut), input.slice(cut)]);
      expect(readings.filter(([left = "", right = ""]) => idPattern.test(left) && amountPattern.test(right))).toEqual([
        [id, amount],
      ]);
    }),
    { numRuns: 2_000 },
  );
});

it("makes account numbers that stay exact as JSON numbers", () => {
  for (let count = 0; count < 1000; count++) {
    const accountNumber = newAccountNumber();
    expect(accountNumber).toMatch(/^[2-9]\d{9}$/);
    expect(String(JSON.parse(accountNumber))).toBe(accountNumber);
  }
});
