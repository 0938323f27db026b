import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Minor, minMinor } from "@/lib/kit/money";
import * as rules from "./rules";

const amount = fc.bigInt({ min: 1n, max: 1_000_000n });
const none = fc.constant(0n);
/** Balances that the database allows. A merchant who owes money has nothing available. */
const balance: fc.Arbitrary<rules.Balance> = fc.oneof(
  fc.record({ available: amount, held: amount, owed: none }),
  fc.record({ available: none, held: amount, owed: amount.map((owed) => -owed) }),
  fc.constant({ available: 0n, held: 0n, owed: 0n }),
);

const balanceAfter = (before: rules.Balance, lines: rules.Lines): rules.Balance => ({
  available: before.available + (lines.available ?? 0n),
  held: before.held + (lines.held ?? 0n),
  owed: before.owed + (lines.owed ?? 0n),
});
const sum = (lines: rules.Lines): Minor => Object.values(lines).reduce((total, line) => total + line, 0n);
const isSound = ({ available, held, owed }: rules.Balance): boolean =>
  available >= 0n && held >= 0n && owed <= 0n && (owed === 0n || available === 0n);

describe("every movement", () => {
  const movements: Record<string, (moved: Minor, before: rules.Balance) => rules.Lines> = {
    "a payment": (moved, before) => rules.paymentOf({ debited: moved, fee: moved / 20n }, before),
    "a payment that its fee eats": (moved, before) => rules.paymentOf({ debited: moved, fee: moved }, before),
    "a hold": (moved, before) => rules.holdOf(minMinor(moved, before.available), before),
    "a payout": (moved, before) => rules.payoutOf(minMinor(moved, before.held), "bank"),
    "a release": (moved, before) => rules.releaseOf(minMinor(moved, before.held), before),
    "a forced debit": rules.forcedDebitOf,
    "a forced debit's return": rules.forcedDebitReturnOf,
    "an opening balance": rules.openingOf,
    "a micro-charge": rules.microChargeOf,
    "a micro-charge's return": rules.microChargeReturnOf,
    "a late charge": rules.lateChargeOf,
    "a late charge's return": rules.lateChargeReturnOf,
  };

  it.each(Object.entries(movements))("sums to zero and leaves a valid balance: %s", (_name, linesOf) => {
    fc.assert(
      fc.property(amount, balance, (moved, before) => {
        const lines = linesOf(moved, before);
        return sum(lines) === 0n && isSound(balanceAfter(before, lines));
      }),
    );
  });
});

describe("a merchant", () => {
  it("can hold exactly what is available", () => {
    fc.assert(
      fc.property(amount, balance, (moved, before) => {
        if (moved <= before.available)
          return balanceAfter(before, rules.holdOf(moved, before)).held === before.held + moved;
        expect(() => rules.holdOf(moved, before)).toThrow("Insufficient funds.");
        return true;
      }),
    );
  });

  it("owes the uncovered part of a forced debit, and the next credit pays it", () => {
    const empty = { available: 0n, held: 0n, owed: 0n };
    const debited = balanceAfter(
      { ...empty, available: 300n },
      rules.forcedDebitOf(1000n, { ...empty, available: 300n }),
    );
    expect(debited).toEqual({ available: 0n, held: 0n, owed: -700n });
    const less = balanceAfter(debited, rules.paymentOf({ debited: 500n, fee: 100n }, debited));
    expect(less).toEqual({ available: 0n, held: 0n, owed: -300n });
    expect(balanceAfter(less, rules.paymentOf({ debited: 500n, fee: 100n }, less))).toEqual({
      ...empty,
      available: 100n,
    });
  });

  it("gets back exactly the forced debit, with debts paid first", () => {
    fc.assert(
      fc.property(amount, balance, (moved, before) => {
        const debited = balanceAfter(before, rules.forcedDebitOf(moved, before));
        expect(balanceAfter(debited, rules.forcedDebitReturnOf(moved, debited))).toEqual(before);
      }),
    );
  });

  it("never has a micro-charge on the balance", () => {
    for (const lines of [rules.microChargeOf(150n), rules.microChargeReturnOf(150n)]) {
      expect(Object.keys(lines).sort()).toEqual(["acquirer", "suspense"]);
    }
  });
});
