import { type FoundTransaction, type OrderAnswer, readPowertranzOrder } from "@/lib/gateway/powertranz/queries/search";
import type { Credentials } from "@/lib/gateway/powertranz/transport/transport";
import { isItem, toRefundItem, toSaleItem } from "./booked-items";
import { type BookedCharge, type BookedRefund, findBookedCharge, findRefundsOf } from "./books-store";
import type { ItemDifference, SettlementItem } from "./compare-lists";
import { type Day, dayOf } from "./days";
import { type RefundIdOf, toItems } from "./gateway-items";
import { findKnown } from "./known-transactions";

/** The items of one day on both sides, by key. */
export type DayItems = { ours: Map<string, SettlementItem>; theirs: Map<string, SettlementItem> };

type Confirmation = { credentials: Credentials; day: Day; settledBefore: Date };

/**
 * Reads every order with a difference directly, and replaces its items on both sides. A list of the gateway may be cut
 * off or lag behind, it may lack voids and our ids of refunds, and our books may have changed since they were read.
 * Returns false if the gateway did not answer.
 */
export async function confirmDifferences(
  items: DayItems,
  differences: readonly ItemDifference[],
  confirmation: Confirmation,
): Promise<boolean> {
  const saleKeys = new Set<string>();
  for (const { kind, item } of differences) {
    const found = kind === "missing_here" ? await confirmMissing(items, item, confirmation) : item;
    if (found === "silent") return false;
    if (found?.saleKey) saleKeys.add(found.saleKey);
  }
  for (const saleKey of saleKeys) {
    if (!(await confirmOrder(items, saleKey, confirmation))) return false;
  }
  return true;
}

/**
 * Confirms an item that our books do not have. Removes an unknown sale that holds no money. Returns the item if it is a
 * refund of a sale of ours.
 */
async function confirmMissing(
  { theirs }: DayItems,
  item: SettlementItem,
  { credentials }: Confirmation,
): Promise<SettlementItem | null | "silent"> {
  const order = await readPowertranzOrder(credentials, item.subject);
  if (order.kind === "silent") return "silent";
  const transactions = transactionsOf(order);
  const { attemptIds, refundIdOf } = await findKnown(transactions);
  if (item.kind === "sale") {
    const sale = toItems(transactions, refundIdOf).find(({ key }) => key === item.key);
    if (sale && sale.state !== "approved") theirs.delete(item.key);
    return null;
  }
  const saleKeys = [item.saleKey, ...transactions.map(({ saleIdentifier }) => saleIdentifier)];
  const saleKey = saleKeys.find((key) => key !== null && attemptIds.has(key));
  if (!saleKey) return null;
  const placed = { ...item, saleKey };
  theirs.set(item.key, placed);
  return placed;
}

const transactionsOf = (order: OrderAnswer): readonly FoundTransaction[] =>
  order.kind === "found" ? order.transactions : [];

async function confirmOrder(
  items: DayItems,
  saleKey: string,
  { credentials, day, settledBefore }: Confirmation,
): Promise<boolean> {
  const order = await readPowertranzOrder(credentials, saleKey);
  if (order.kind === "silent") return false;
  const transactions = transactionsOf(order);
  const { refundIdOf } = await findKnown(transactions);
  const charge = await findBookedCharge(saleKey, settledBefore);
  if (!charge) return true;
  const refunds = await findRefundsOf(charge, settledBefore);
  const { ours, theirs } = itemsOfOrder({ charge, refunds, transactions, refundIdOf });
  const ofDay = ours.filter(({ at }) => at !== null && dayOf(at) === day);
  const dayKeys = new Set(ofDay.map(({ key }) => key));
  const knownKeys = new Set([saleKey, ...refunds.map(({ refundId }) => refundId)]);
  const isOfDay = ({ key }: SettlementItem) => dayKeys.has(key) || (!knownKeys.has(key) && items.theirs.has(key));
  replaceOrder(items.theirs, saleKey, theirs.filter(isOfDay));
  replaceOrder(items.ours, saleKey, ofDay);
  return true;
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

function replaceOrder(items: Map<string, SettlementItem>, saleKey: string, fresh: readonly SettlementItem[]): void {
  for (const [key, item] of items) {
    if (item.saleKey === saleKey) items.delete(key);
  }
  for (const item of fresh) items.set(item.key, item);
}
