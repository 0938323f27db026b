import { createHash } from "node:crypto";
import { formatMoney } from "@/lib/format/money";
import { parseMinor } from "@/lib/kit/money";
import { isSame } from "@/lib/kit/secrets/crypto";
import { sandbox } from "@/lib/reference/sandbox";
import { findOrder, findOrderOf, type Order, payOrder } from "./orders";

export type Result = Readonly<Record<string, string>>;
type ShopCheck = { what: string; isGood: boolean };
export type ShopVerdict = {
  kind: "paid" | "unpaid" | "hash_wrong" | "signature_wrong" | "order_wrong";
  order: Order;
  checks: ShopCheck[];
};

/**
 * A transaction id ends in a letter. The hash covers the id directly followed by the total, so a digit at the end of
 * the id could be moved to the total.
 */
const transactionIdPattern = /^(SB-)?[0-9A-Z]{25}[A-Z]$/;

/**
 * Compares a payment result from the redirect URL with the shop's own order, because the URL can be forged. Null if the
 * shop has no such order. `isSigned`: `tw_signature` verifies with the shop's signing secret.
 */
export function verifyResult(result: Result, isSigned: boolean): ShopVerdict | null {
  const order = findOrder(result.order_id ?? "");
  if (!order) return null;
  // Only the result of a successful payment carries a hash, because the hash does not cover the status.
  if (result.status !== "success" || !result.hash) return { kind: "unpaid", order, checks: [signatureCheck(isSigned)] };
  const verdict = judge(result, isSigned, order, findOrderOf(result.transaction_id ?? ""));
  if (verdict.kind === "paid") payOrder(order, result.transaction_id ?? "");
  return verdict;
}

/** `owner` is the order that was already paid with this transaction, if any. */
function judge(result: Result, isSigned: boolean, order: Order, owner: Order | null): ShopVerdict {
  const isHashGood = isSameText(result.hash ?? "", shopHashOf(result.transaction_id ?? "", order.total));
  const total = formatMoney({ amount: order.total, currency: order.currency });
  const others: ShopCheck[] = [
    transactionCheck(result.transaction_id ?? "", order, owner),
    { what: "The order is one of the shop's orders", isGood: result.order_id === order.id },
    { what: `The currency is that of the order, ${order.currency}`, isGood: result.currency === order.currency },
    { what: `The amount debited is not below the order's total, ${total}`, isGood: covers(result, order) },
  ];
  const checks = [
    {
      what: `The hash matches the transaction, the order's total ${total} and the shop's hash key`,
      isGood: isHashGood,
    },
    signatureCheck(isSigned),
    ...others,
  ];
  if (!isHashGood) return { kind: "hash_wrong", order, checks };
  if (!isSigned) return { kind: "signature_wrong", order, checks };
  return { kind: others.every((check) => check.isGood) ? "paid" : "order_wrong", order, checks };
}

const signatureCheck = (isSigned: boolean): ShopCheck => ({
  what: "tw_signature matches the other parameters and the signing secret",
  isGood: isSigned,
});

/**
 * Checks the transaction id of a result. If the browser posted the payment request as a form, the shop has stored no
 * id, and the id must only be well-formed and unused by other orders.
 */
export function transactionCheck(transactionId: string, order: Order, owner: Order | null): ShopCheck {
  if (order.transactionId !== null) {
    return { what: "The transaction is the one the shop stored", isGood: order.transactionId === transactionId };
  }
  return {
    what: "The transaction id has the right form and belongs to no other order",
    isGood: owner === null && transactionIdPattern.test(transactionId),
  };
}

/** The hash that the shop expects. The API prescribes MD5 and the requested total, not the debited one. */
export function shopHashOf(transactionId: string, requestedTotal: string): string {
  return createHash("md5")
    .update(transactionId + requestedTotal + sandbox.shop.hashKey)
    .digest("hex");
}

function isSameText(left: string, right: string): boolean {
  return isSame(Buffer.from(left), Buffer.from(right));
}

/** The total in the redirect may exceed the order's total, because it includes the customer's share of the fee. */
function covers(result: Result, order: Order): boolean {
  const debited = parseMinor(result.total ?? "");
  const asked = parseMinor(order.total);
  return debited !== null && asked !== null && debited >= asked;
}
