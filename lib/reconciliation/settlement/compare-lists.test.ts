import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { testSeed } from "@/tests/support/in-process/seed";
import { compareLists, type SettlementItem } from "./compare-lists";

const states = ["approved", "declined", "voided"] as const;
const money = {
  amount: fc.bigInt({ min: 1n, max: 10_000_000n }),
  currency: fc.constantFrom("TTD", "USD"),
  at: fc.constant(null),
};
const sale = fc
  .record({ key: fc.uuid(), state: fc.constantFrom(...states), refunded: fc.constantFrom(0n, null), ...money })
  .map(
    (fields): SettlementItem => ({ ...fields, kind: "sale", subject: `attempt ${fields.key}`, saleKey: fields.key }),
  );
const refundsOf = (of: SettlementItem) =>
  fc
    .array(fc.record({ key: fc.uuid(), state: fc.constantFrom("approved", "declined"), ...money }), { maxLength: 2 })
    .map((all) =>
      all.map(
        (fields): SettlementItem => ({
          ...fields,
          kind: "refund",
          subject: `refund ${fields.key}`,
          saleKey: of.key,
          refunded: null,
        }),
      ),
    );
/** Sales with their refunds. */
const books = fc
  .uniqueArray(sale, { selector: ({ key }) => key, maxLength: 12 })
  .chain((sales) => fc.tuple(fc.constant(sales), ...sales.map(refundsOf)))
  .map(([sales, ...refunds]) => [...sales, ...refunds.flat()])
  .filter((items) => new Set(items.map(({ key }) => key)).size === items.length);

const shuffled = (items: readonly SettlementItem[]) => fc.shuffledSubarray([...items], { minLength: items.length });

/** The gateway's list agrees with ours, in another order. It uses names of its own. */
const agreeing = books.chain((ours) =>
  fc.record({
    ours: fc.constant(ours),
    theirs: shuffled(ours).map((items) => items.map((item) => ({ ...item, subject: item.key }))),
  }),
);

function check<Values>(arbitrary: fc.Arbitrary<Values>, expectation: (values: Values) => void): void {
  const property = fc.property(arbitrary, (values) => {
    expectation(values);
  });
  fc.assert(property, { seed: testSeed, numRuns: inject("isDeep") ? 500 : 100 });
}

const summaryOf = (ours: readonly SettlementItem[], theirs: readonly SettlementItem[]) =>
  compareLists(ours, theirs).map(({ kind, subject }) => ({ kind, subject }));

it("finds no difference between equal lists, in whatever order they are", () => {
  check(agreeing, ({ ours, theirs }) => expect(compareLists(ours, theirs)).toEqual([]));
});

describe("finds exactly one difference and names its subject if the gateway", () => {
  /** Two agreeing lists, and one item that holds money. */
  const withApproved = agreeing
    .filter(({ ours }) => ours.some(({ state }) => state === "approved"))
    .chain(({ ours, theirs }) => {
      const approved = ours.filter(({ state }) => state === "approved");
      return fc.record({ ours: fc.constant(ours), theirs: fc.constant(theirs), item: fc.constantFrom(...approved) });
    });
  const changed = (theirs: readonly SettlementItem[], key: string, changes: Partial<SettlementItem>) =>
    theirs.map((one) => (one.key === key ? { ...one, ...changes } : one));

  it("lacks an item", () => {
    check(withApproved, ({ ours, theirs, item }) => {
      const rest = theirs.filter(({ key }) => key !== item.key);
      expect(summaryOf(ours, rest)).toEqual([{ kind: "missing_there", subject: item.subject }]);
    });
  });

  it("has an item that we do not have", () => {
    check(withApproved, ({ ours, theirs, item }) => {
      const rest = ours.filter(({ key }) => key !== item.key);
      expect(summaryOf(rest, theirs)).toEqual([{ kind: "missing_here", subject: item.key }]);
    });
  });

  it("has another amount", () => {
    check(withApproved, ({ ours, theirs, item }) => {
      const other = changed(theirs, item.key, { amount: (item.amount ?? 0n) + 1n });
      expect(summaryOf(ours, other)).toEqual([{ kind: "amount", subject: item.subject }]);
    });
  });

  it("has another currency", () => {
    check(withApproved, ({ ours, theirs, item }) => {
      const other = changed(theirs, item.key, { currency: "BBD" });
      expect(summaryOf(ours, other)).toEqual([{ kind: "currency", subject: item.subject }]);
    });
  });

  it.each(["declined", "voided"] as const)("says that an approved item is %s", (state) => {
    check(withApproved, ({ ours, theirs, item }) => {
      expect(summaryOf(ours, changed(theirs, item.key, { state }))).toEqual([{ kind: "state", subject: item.subject }]);
    });
  });

  it.each(["declined", "voided"] as const)("holds the money of an item that is %s here", (state) => {
    check(withApproved, ({ ours, theirs, item }) => {
      const ended = changed(ours, item.key, { state });
      expect(summaryOf(ended, theirs)).toEqual([{ kind: "state", subject: item.subject }]);
    });
  });

  it("has refunded another total", () => {
    const withTotal = withApproved.filter(({ item }) => item.kind === "sale" && item.refunded !== null);
    check(withTotal, ({ ours, theirs, item }) => {
      const other = changed(theirs, item.key, { refunded: 1n });
      expect(summaryOf(ours, other)).toEqual([{ kind: "refund_total", subject: item.subject }]);
    });
  });
});

it("does not report items that hold no money on either side", () => {
  const declined = agreeing.map(({ ours, theirs }) => ({
    ours: ours.map((item) => ({ ...item, state: "declined" as const })),
    theirs: theirs.map((item) => ({ ...item, state: "voided" as const, amount: null })),
  }));
  check(declined, ({ ours, theirs }) => {
    expect(compareLists(ours, theirs)).toEqual([]);
    expect(compareLists(ours, [])).toEqual([]);
    expect(compareLists([], theirs)).toEqual([]);
  });
});

it("does not report the total of a sale if a difference of one refund explains it", () => {
  const common = { state: "approved", currency: "TTD", at: null } as const;
  const paid: SettlementItem = {
    ...common,
    kind: "sale",
    key: "s",
    subject: "a",
    saleKey: "s",
    amount: 10n,
    refunded: 4n,
  };
  const back: SettlementItem = {
    ...common,
    kind: "refund",
    key: "r",
    subject: "r",
    saleKey: "s",
    amount: 4n,
    refunded: null,
  };
  expect(summaryOf([paid, back], [{ ...paid, refunded: 0n }])).toEqual([{ kind: "missing_there", subject: "r" }]);
});
