import type { FoundTransaction } from "@/lib/gateway/operations";
import type { SettlementItem } from "./compare-lists";

/** Returns our id of a refund at the gateway, or undefined for a refund that we do not know. */
export type RefundIdOf = (refund: FoundTransaction) => string | undefined;

/** The sales and refunds in a list of the gateway. A list may name a transaction more than once. */
export function toItems(found: readonly FoundTransaction[], refundIdOf: RefundIdOf): SettlementItem[] {
  const voids = found.filter(({ type, isApproved }) => type === "void" && isApproved);
  const items = new Map<string, SettlementItem>();
  for (const transaction of found) {
    const item = toItem(transaction, voids, refundIdOf);
    if (!item) continue;
    // A sale may also be listed with the code of an earlier stage. The row that takes money counts.
    const known = items.get(item.key);
    if (!known || known.state === "declined") items.set(item.key, item);
  }
  return [...items.values()];
}

function toItem(
  transaction: FoundTransaction,
  voids: readonly FoundTransaction[],
  refundIdOf: RefundIdOf,
): SettlementItem | null {
  const { identifier, amount, currency, at, type } = transaction;
  const common = { subject: identifier, amount, currency, at };
  switch (type) {
    case "sale":
      return {
        ...common,
        kind: "sale",
        key: identifier,
        saleKey: identifier,
        state: stateOf(transaction, voids),
        refunded: transaction.orderRefunded,
      };
    case "refund":
      return {
        ...common,
        kind: "refund",
        key: refundIdOf(transaction) ?? identifier,
        saleKey: transaction.saleIdentifier,
        state: transaction.isApproved ? "approved" : "declined",
        refunded: null,
      };
    case "void":
    case "chargeback":
    case "other":
      return null;
  }
}

function stateOf(sale: FoundTransaction, voids: readonly FoundTransaction[]): SettlementItem["state"] {
  if (!sale.isApproved) return "declined";
  // A void carries the same external identifier as its sale.
  const isVoided = voids.some(
    ({ saleIdentifier, externalIdentifier }) =>
      saleIdentifier === sale.identifier ||
      (externalIdentifier !== null && externalIdentifier === sale.externalIdentifier),
  );
  return sale.isOrderVoided || isVoided ? "voided" : "approved";
}
