import { expect, it } from "vitest";
import { leaveCheckout } from "@/lib/checkout/page/customer-actions";
import { db } from "@/lib/db/client";
import { timeZoneOf } from "@/lib/format/dates";
import { paymentBadge } from "@/lib/format/payment-badge";
import { now } from "@/lib/kit/clock";
import { formatMinor } from "@/lib/kit/money";
import { type StatusFilter, statusFilters } from "@/lib/reference/stored-values";
import { openChargeback } from "@/lib/transactions/chargebacks/chargebacks";
import { requestRefund } from "@/lib/transactions/refunds/request-refund";
import { callerOf } from "@/tests/support/http/withdrawals";
import {
  cards,
  openSession,
  openShop,
  passUntilExpiry,
  pay,
  recordOf,
  sweep,
  type TestSession,
} from "@/tests/support/in-process/checkout";
import { copySession } from "@/tests/support/in-process/copied-sessions";
import { storeCard } from "@/tests/support/in-process/stored-cards";
import { sealSearch } from "./sealed-search";
import type { TransactionSearch } from "./search-contract";
import { searchMatchesMax } from "./search-store";
import { searchHistory } from "./search-transactions";

const zone = timeZoneOf("TT");

const finderOf =
  ({ accountNumber }: { accountNumber: string }, environment: "sandbox" | "live" = "sandbox") =>
  async (choice: TransactionSearch) => {
    const { payments, meta } = await searchHistory({ accountNumber, environment }, choice, zone);
    expect(meta.total).toBe(payments.length);
    return payments.map(({ transaction_id: id }) => id);
  };

const named = (session: TestSession, firstName: string, lastName: string | null) =>
  db().checkoutSession.update({ where: { id: session.id }, data: { firstName, lastName } });

it("the search finds the merchant's own payments by reference or id, or by the beginning of order, email, name or last name", async () => {
  const [shop, other] = [await openShop(), await openShop()];
  const session = await openSession(shop, { orderId: "Basket-1" });
  const again = await openSession(shop, { orderId: "Basket-12" });
  const foreign = await openSession(other, { orderId: "Basket-1" });
  await pay(session, cards.approved);
  await named(session, "Anisa Marie", "O'Neil");
  await named(again, "Zoë", null);
  const find = finderOf(shop);
  const [first, second] = [session.transactionId, again.transactionId];
  const reference = (await recordOf(session)).reference ?? "";
  const found: Readonly<Record<string, readonly string[]>> = {
    [first]: [first],
    [first.toLowerCase()]: [first],
    [first.slice("SB-".length)]: [first],
    [reference]: [first],
    [reference.toLowerCase()]: [first],
    "Basket-12": [second],
    Basket: [second, first],
    basket: [],
    ASKET: [],
    "ADA@example.com": [second, first],
    ada: [second, first],
    "anisa marie o": [first],
    "o'neil": [first],
    marie: [],
    zoë: [second],
    "%": [],
    [foreign.transactionId]: [],
  };
  for (const [search, ids] of Object.entries(found)) expect([search, await find({ search })]).toEqual([search, ids]);
  expect(await find({ search: "Basket", status: "paid" })).toEqual([first]);
  expect(await finderOf(shop, "live")({ search: first })).toEqual([]);
});

it("the search finds payments by amount, with and without the payer's fee, by the card's last four digits, and by both", async () => {
  const shop = await openShop();
  const [visa, other, open] = [
    await openSession(shop, { total: "45.00" }),
    await openSession(shop, { total: "50.00" }),
    await openSession(shop, { total: "45.00" }),
  ];
  await pay(visa, cards.approved);
  await pay(other, cards.noFunds);
  await leaveCheckout(other.token);
  const { total, customerFee } = await db().checkoutSession.findUniqueOrThrow({ where: { id: visa.id } });
  const find = finderOf(shop);
  const [first, second, third] = [visa.transactionId, other.transactionId, open.transactionId];
  const found: Readonly<Record<string, readonly string[]>> = {
    "45": [third, first],
    [formatMinor(total + customerFee)]: [third, first],
    "45 TTD": [third, first],
    "45 USD": [],
    "1111": [first],
    "45 1111": [first],
    "50 1111": [],
    "9995": [second],
    "ada@example.com 50": [second],
    "45 9995": [],
    "45.01": [],
  };
  for (const [search, ids] of Object.entries(found)) expect([search, await find({ search })]).toEqual([search, ids]);
});

it("a sealed search of the top bar opens for its own account alone, and narrows the list's own search", async () => {
  const [shop, other] = [await openShop(), await openShop()];
  const [first, second] = [
    await openSession(shop, { orderId: "Basket-1" }),
    await openSession(shop, { orderId: "Basket-2" }),
  ];
  const found = sealSearch({ accountNumber: shop.accountNumber, environment: "sandbox" }, "Basket");
  expect(found).not.toContain("Basket");
  expect(await finderOf(shop)({ found })).toEqual([second.transactionId, first.transactionId]);
  expect(await finderOf(shop)({ found, search: "Basket-1" })).toEqual([first.transactionId]);
  expect(await finderOf(other)({ found })).toEqual([]);
  expect(await finderOf(shop)({ found: "forged" })).toEqual([]);
});

it("no search confirms the amount of a micro-charge", async () => {
  const shop = await openShop();
  const { session, amount } = await storeCard(shop, cards.approved);
  expect(await finderOf(shop)({ search: "1111" })).toEqual([session.transactionId]);
  expect(await finderOf(shop)({ search: formatMinor(amount) })).toEqual([]);
  expect(await finderOf(shop)({ search: `${formatMinor(amount)} 1111` })).toEqual([]);
});

it("the search tells if more payments match than it lists", async () => {
  const shop = await openShop();
  const owner = { accountNumber: shop.accountNumber, environment: "sandbox" } as const;
  const session = await openSession(shop, { orderId: "many-0" });
  const search = async () => {
    const { meta, matchesMax } = await searchHistory(owner, { search: "many" }, zone);
    return [meta.total, matchesMax];
  };
  await copySession(session, Array(searchMatchesMax - 1).fill({ order_id: "many-1" }));
  expect(await search()).toEqual([searchMatchesMax, null]);
  await copySession(session, [{ order_id: "many-2" }]);
  expect(await search()).toEqual([searchMatchesMax + 1, searchMatchesMax]);
});

/** One payment per badge, by the filter that must list it. */
async function paymentsOf(shop: Awaited<ReturnType<typeof openShop>>): Promise<Record<StatusFilter, string>> {
  const owner = { accountNumber: shop.accountNumber, environment: "sandbox" } as const;
  const caller = callerOf(shop.accountNumber);
  const make = async (card?: string) => {
    const session = await openSession(shop);
    if (card) await pay(session, card);
    return session;
  };
  const refund = async (amount?: bigint) => {
    const session = await make(cards.approved);
    await requestRefund(caller, "sandbox", session.transactionId, amount === undefined ? {} : { amount });
    return session;
  };
  const [declined, cancelled, abandoned] = [await make(cards.declined), await make(), await make()];
  await leaveCheckout(declined.token);
  await leaveCheckout(cancelled.token);
  await passUntilExpiry(abandoned, 0);
  const [partly, refunded] = [await refund(500n), await refund()];
  await sweep();
  const rejected = await refund(500n);
  await db().refund.updateMany({
    where: { sessionId: rejected.id },
    data: { status: "rejected", endedAt: now(), dueAt: null },
  });
  await db().checkoutSession.update({ where: { id: rejected.id }, data: { refunded: 0n } });
  const disputed = await make(cards.approved);
  await openChargeback(owner, disputed.transactionId);
  const confirming = await make();
  await db().checkoutSession.update({ where: { id: confirming.id }, data: { state: "finalising" } });
  const [error = ""] = await copySession(abandoned, [{ status: "error" }]);
  const sessions = {
    paid: await make(cards.approved),
    open: await make(),
    confirming,
    declined,
    abandoned,
    cancelled,
    error: { transactionId: error },
    "refund-pending": await refund(500n),
    "partly-refunded": partly,
    refunded,
    "refund-rejected": rejected,
    chargeback: disputed,
  };
  return Object.fromEntries(
    Object.entries(sessions).map(([status, { transactionId }]) => [status, transactionId]),
  ) as Record<StatusFilter, string>;
}

it("each status filter lists exactly the payments whose badge shows that status", async () => {
  const shop = await openShop();
  const ids = await paymentsOf(shop);
  const owner = { accountNumber: shop.accountNumber, environment: "sandbox" } as const;
  const words: string[] = [];
  for (const status of statusFilters) {
    const { payments } = await searchHistory(owner, { status }, zone);
    expect([status, payments.map(({ transaction_id: id }) => id)]).toEqual([status, [ids[status]]]);
    for (const { outcome, ...payment } of payments)
      words.push(outcome ? paymentBadge({ ...payment, outcome }).word : "");
  }
  expect(words).toEqual([
    "Paid",
    "Open",
    "Confirming",
    "Declined",
    "Abandoned",
    "Cancelled",
    "Error",
    "Refund pending",
    "Partly refunded",
    "Refunded",
    "Refund rejected",
    "Chargeback open",
  ]);
});

it("filters by card network, and by days of the merchant's zone", async () => {
  const shop = await openShop();
  const session = await openSession(shop);
  await pay(session, cards.approved);
  const [late, early] = await copySession(session, [
    { accepted_at: "2026-10-02T03:59:59.999Z", card_network: "amex" },
    { accepted_at: "2026-10-01T04:00:00.000Z" },
  ]);
  await copySession(session, [
    { accepted_at: "2026-10-02T04:00:00.000Z" },
    { accepted_at: "2026-10-01T03:59:59.999Z" },
  ]);
  const find = finderOf(shop);
  const day = new Date("2026-10-01T00:00:00Z");
  expect(await find({ start_date: day, end_date: day })).toEqual([late, early]);
  expect(await find({ card: "amex" })).toEqual([late]);
  expect(await find({ card: "discover" })).toEqual([]);
});
