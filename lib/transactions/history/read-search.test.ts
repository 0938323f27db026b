import { describe, expect, it } from "vitest";
import { debitsOf, readSearch } from "./read-search";

describe("a search", () => {
  it.each([
    ["ada@example.com", [{}]],
    ["45", [{}, { amount: 4500n }]],
    ["$45.50", [{}, { amount: 4550n }]],
    ["1,249.50", [{}, { amount: 124950n }]],
    ["1111", [{}, { amount: 111100n }, { lastFour: "1111" }]],
    ["••••1111", [{}, { lastFour: "1111" }]],
    ["45 1111", [{}, { amount: 4500n, lastFour: "1111" }]],
    ["1111 45", [{}, { amount: 4500n, lastFour: "1111" }]],
    ["45 dollars card ending 1111", [{}, { amount: 4500n, lastFour: "1111" }]],
    ["1234 5678", [{}, { amount: 123400n, lastFour: "5678" }, { amount: 567800n, lastFour: "1234" }]],
    ["TTD 45", [{}, { amount: 4500n, currency: "TTD" }]],
    ["Ada Lovelace 45", [{}, { text: "Ada Lovelace", amount: 4500n }]],
    ["1 2 3", [{}]],
  ])("for %s means each of its readings", (search, [, ...readings]) => {
    expect(readSearch(search)).toEqual([{ text: search }, ...readings]);
  });

  it.each([
    ["nothing", ""],
    ["spaces", "  "],
    ["a control character", "ada\u0000"],
    ["10,000 characters", "a".repeat(10_000)],
  ])("of %s has no meaning", (_, search) => {
    expect(readSearch(search)).toEqual([]);
  });

  it("for a price also finds what payers were debited with the fee", () => {
    expect(debitsOf(4500n)).toEqual(expect.arrayContaining([4500n, 4828n, 4664n]));
  });
});
