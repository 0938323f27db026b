import { expect, it } from "vitest";
import { passesLuhn } from "@/lib/kit/luhn";
import { detectNetwork } from "./card-networks";
import { testCards } from "./test-cards";

it("lists each card of the decisions once", () => {
  const numbers = testCards.map(({ number }) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
  const counts: Record<string, number> = {};
  for (const { group } of testCards) counts[group] = (counts[group] ?? 0) + 1;
  expect(counts).toEqual({
    approve: 7,
    decline: 7,
    avs: 4,
    "3ds": 5,
    fault: 4,
  });
});

it.each(testCards.map(({ number, label }) => [number, label]))(
  "%s (%s) is a complete card number of a network",
  (number) => {
    expect(passesLuhn(number)).toBe(true);
    expect(detectNetwork(number)).not.toBeNull();
    expect(number).toMatch(/^(\d{16}|3\d{14})$/);
  },
);
