import type { AcquirerOperations, BookedCharge, BookedRefund, FoundTransaction } from "@/lib/gateway/operations";
import type { Credentials } from "@/lib/gateway/terminals/credentials";
import { isItem, toRefundItem, toSaleItem } from "./booked-items";
import type { ItemDifference, SettlementItem } from "./compare-lists";
import { type Day, dayOf } from "./days";
import { type RefundIdOf, toItems } from "./gateway-items";
import { findKnown } from "./known-transactions";

/**
 * A difference counts only if the order itself shows it. A list of the gateway may be cut off or lag behind, it may
 * lack voids and our ids of refunds, and our books may have changed since they were read. So every order with a
 * difference is read directly, and its items are replaced on both sides. An item that our books do not have is read by
 * its own identifier first: a refund of a sale of ours leads to that order, and an unknown sale without money is left
 * out.
 */

/** The items of one day on both sides. Keys are unique on each side. */
export type DayItems = { ours: readonly SettlementItem[]; theirs: readonly SettlementItem[] };

/** `silent`: the gateway did not answer. */
type ConfirmedItems = { kind: "confirmed"; items: DayItems } | { kind: "silent" };

type Confirmation = { operations: AcquirerOperations; credentials: Credentials; day: Day; settledBefore: Date };

export async function confirmDifferences(
  listed: DayItems,
  differences: readonly ItemDifference[],
  confirmation: Confirmation,
): Promise<ConfirmedItems> {
  let items = listed;
  const saleKeys = new Set<string | null>();
  for (const { kind, item } of differences) {
    if (kind !== "missing_here") {
      saleKeys.add(item.saleKey);
      continue;
    }
    const missing = await readMissing(item, confirmation);
    if (missing.kind === "silent") return missing;
    saleKeys.add(missing.saleKey);
    items = { ...items, theirs: items.theirs.flatMap((one) => (one.key === item.key ? missing.instead : one)) };
  }
  for (const saleKey of saleKeys) {
    const confirmed = saleKey && (await replaceOrder(items, saleKey, confirmation));
    if (!confirmed) continue;
    if (confirmed.kind === "silent") return confirmed;
    items = confirmed.items;
  }
  return { kind: "confirmed", items };
}

/** An item that our books do not have: the items to list instead of it, and its sale, if that is ours. */
type MissingItem = { kind: "read"; instead: SettlementItem[]; saleKey: string | null } | { kind: "silent" };

async function readMissing(item: SettlementItem, { operations, credentials }: Confirmation): Promise<MissingItem> {
  const order = await operations.readOrder(credentials, item.subject);
  if (order.kind === "silent") return order;
  const transactions = order.kind === "found" ? order.transactions : [];
  const { saleKeys, refundIdOf } = await findKnown(operations.books, transactions);
  if (item.kind === "sale") {
    const sale = toItems(transactions, refundIdOf).find(({ key }) => key === item.key);
    const holdsMoney = !sale || sale.state === "approved";
    return { kind: "read", instead: holdsMoney ? [item] : [], saleKey: null };
  }
  const candidates = [item.saleKey, ...transactions.map(({ saleIdentifier }) => saleIdentifier)];
  const saleKey = candidates.find((key) => key !== null && saleKeys.has(key)) ?? null;
  return { kind: "read", instead: [saleKey ? { ...item, saleKey } : item], saleKey };
}

async function replaceOrder(
  items: DayItems,
  saleKey: string,
  { operations, credentials, day, settledBefore }: Confirmation,
): Promise<ConfirmedItems> {
  const order = await operations.readOrder(credentials, saleKey);
  if (order.kind === "silent") return order;
  const transactions = order.kind === "found" ? order.transactions : [];
  const { refundIdOf } = await findKnown(operations.books, transactions);
  const charge = await operations.books.findCharge(saleKey, settledBefore);
  if (!charge) return { kind: "confirmed", items };
  const refunds = await operations.books.findRefundsOf(charge, settledBefore);
  const fresh = itemsOfOrder({ charge, refunds, transactions, refundIdOf });
  const ours = fresh.ours.filter(({ at }) => at !== null && dayOf(at) === day);
  const dayKeys = new Set(ours.map(({ key }) => key));
  const knownKeys = new Set([saleKey, ...refunds.map(({ refundId }) => refundId)]);
  const listedKeys = new Set(items.theirs.map(({ key }) => key));
  const theirs = fresh.theirs.filter(({ key }) => dayKeys.has(key) || (!knownKeys.has(key) && listedKeys.has(key)));
  const replace = (before: readonly SettlementItem[], after: readonly SettlementItem[]) => {
    const freshKeys = new Set(after.map(({ key }) => key));
    return [...before.filter((item) => item.saleKey !== saleKey && !freshKeys.has(item.key)), ...after];
  };
  return { kind: "confirmed", items: { ours: replace(items.ours, ours), theirs: replace(items.theirs, theirs) } };
}

type Order = {
  charge: BookedCharge;
  refunds: readonly BookedRefund[];
  transactions: readonly FoundTransaction[];
  refundIdOf: RefundIdOf;
};

function itemsOfOrder({ charge, refunds, transactions, refundIdOf }: Order) {
  const ours = [toSaleItem(charge), ...refunds.map(toRefundItem)].filter(isItem);
  const all = toItems(transactions, refundIdOf);
  const sales = all.filter(({ kind }) => kind === "sale");
  if (charge.hasOpenRefund) {
    // A refund without our id may be the open one, so only refunds that we recognise are compared.
    const settledKeys = new Set(ours.map(({ key }) => key));
    return { ours, theirs: [...sales, ...all.filter(({ kind, key }) => kind === "refund" && settledKeys.has(key))] };
  }
  // The gateway may not return our ids of refunds. If the totals are the same, the refunds are the same.
  const isSameTotal = transactions[0]?.orderRefunded === charge.refunded;
  const refundsThere = isSameTotal
    ? ours.filter(({ kind, state }) => kind === "refund" && state === "approved")
    : all.filter(({ kind }) => kind === "refund");
  return { ours, theirs: [...sales, ...refundsThere] };
}
