import { expect, it } from "vitest";
import { newAccountNumber, newUlid, ulidPattern } from "./ids";

it("makes ULIDs that sort by time and never repeat", () => {
  const early = newUlid(new Date("2026-01-01T00:00:00.000Z"));
  const late = newUlid(new Date("2026-01-01T00:00:00.001Z"));
  expect(early < late).toBe(true);
  const many = Array.from({ length: 10_000 }, () => newUlid());
  expect(new Set(many).size).toBe(many.length);
  expect(many.every((id) => ulidPattern.test(id))).toBe(true);
});

it("makes account numbers that survive being a JSON number", () => {
  for (let count = 0; count < 1000; count++) {
    const accountNumber = newAccountNumber();
    expect(accountNumber).toMatch(/^[2-9]\d{9}$/);
    expect(String(JSON.parse(accountNumber))).toBe(accountNumber);
  }
});
