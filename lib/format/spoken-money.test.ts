import { expect, it } from "vitest";
import { spokenMoney } from "./spoken-money";

it("an amount is spoken in dollars and cents", () => {
  const spoken = ["45.00", "1.00", "1249.50", "0.01"].map((amount) => spokenMoney({ amount, currency: "TTD" }));
  expect(spoken).toEqual(["45 dollars", "1 dollar", "1,249 dollars and 50 cents", "0 dollars and 1 cent"]);
  expect(spokenMoney({ amount: 4500n, currency: "USD" })).toBe("45 US dollars");
});
