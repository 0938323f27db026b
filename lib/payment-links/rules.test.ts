import { expect, it } from "vitest";
import { quantityMaxProblem, quantityOffered } from "./rules";

const fixed = { amount: 4_500n, amountMin: null, amountMax: null };
const chosen = { amount: null, amountMin: 500n, amountMax: 900n };

it("a quantity needs a price, and all its pieces fit in one payment", () => {
  const maximum = 2_040_000n;
  expect(quantityMaxProblem({ ...fixed, quantityMax: null }, maximum)).toBeNull();
  expect(quantityMaxProblem({ ...fixed, quantityMax: 453 }, maximum)).toBeNull();
  expect(quantityMaxProblem({ ...fixed, quantityMax: 454 }, maximum)).toMatch(/^may not be greater than 453 /);
  expect(quantityMaxProblem({ ...chosen, quantityMax: null }, maximum)).toBeNull();
  expect(quantityMaxProblem({ ...chosen, quantityMax: 2 }, maximum)).toMatch(/^must not be present/);
});

it.each([
  [{ quantityMax: null, usesMax: 5, uses: 0 }, null],
  [{ quantityMax: 6, usesMax: null, uses: 99 }, 6],
  [{ quantityMax: 6, usesMax: 60, uses: 0 }, 6],
  [{ quantityMax: 6, usesMax: 60, uses: 57 }, 3],
  [{ quantityMax: 6, usesMax: 60, uses: 60 }, 1],
])("a payer can choose at most what is left of %j", (stock, most) => {
  expect(quantityOffered(stock)).toBe(most);
});
