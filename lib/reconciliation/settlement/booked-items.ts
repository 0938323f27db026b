import type { BookedCharge, BookedRefund } from "@/lib/gateway/operations";
import type { SettlementItem } from "./compare-lists";

/** Returns null for a charge that is still open. */
export function toSaleItem(charge: BookedCharge): SettlementItem | null {
  const { attemptId, identifier, amount, currency, state, at } = charge;
  if (state === "open") return null;
  const refunded = charge.hasOpenRefund ? null : charge.refunded;
  return {
    kind: "sale",
    key: identifier,
    subject: attemptId,
    saleKey: identifier,
    state,
    amount,
    currency,
    refunded,
    at,
  };
}

/** Returns null for a refund that is still open. */
export function toRefundItem(refund: BookedRefund): SettlementItem | null {
  const { refundId, saleIdentifier, amount, currency, state, at } = refund;
  if (state === "open") return null;
  const names = { key: refundId, subject: refundId, saleKey: saleIdentifier };
  return { kind: "refund", ...names, state, amount, currency, refunded: null, at };
}

export const isItem = (item: SettlementItem | null): item is SettlementItem => item !== null;
