import { createHash } from "node:crypto";
import { isSame } from "@/lib/kit/crypto";
import { parseMinor } from "@/lib/kit/money";
import { sandbox } from "@/lib/reference/sandbox";
import { changeOrder, findOrder, findOrderOf, type Order } from "./orders";

export type Result = Readonly<Record<string, string>>;
export type Check = { what: string; isGood: boolean };
export type Verdict = {
  kind: "paid" | "unpaid" | "hash_wrong" | "order_wrong" | "order_unknown" | "card_stored";
  order: Order | null;
  checks: Check[];
};

/** Looks the order up in the shop's own book; nothing in the address is believed. */
export function verifyResult(result: Result): Verdict {
  if (result.status === "success" && result.uuid && !result.hash && !result.order_id) {
    return { kind: "card_stored", order: null, checks: [] };
  }
  const order = findOrder(result.order_id ?? "");
  // Only a success carries a hash: the status is not among the hash's inputs.
  if (result.status !== "success" || !result.hash) return { kind: "unpaid", order, checks: [] };
  if (!order) return { kind: "order_unknown", order, checks: [] };

  const verdict = judge(result, order, findOrderOf(result.transaction_id ?? ""));
  if (verdict.kind === "paid") changeOrder(order.id, { transactionId: result.transaction_id ?? null });
  return verdict;
}

/** `owner` is the order that this transaction is known to belong to, if any. */
export function judge(result: Result, order: Order, owner: Order | null): Verdict {
  const transactionId = result.transaction_id ?? "";
  const isHashGood = isSameText(result.hash ?? "", hashOf(transactionId, order.total));
  const isKnown = order.transactionId !== null;
  const others: Check[] = [
    {
      what: isKnown ? "The transaction is the one the shop stored" : "The transaction belongs to no other order",
      isGood: isKnown ? order.transactionId === transactionId : owner === null,
    },
    { what: "The order is in the shop's book", isGood: result.order_id === order.id },
    { what: `The currency is the order's, ${order.currency}`, isGood: result.currency === order.currency },
    { what: `The amount debited is not below the order's total, ${order.total}`, isGood: covers(result, order) },
  ];
  const checks = [
    { what: `The hash fits the transaction, the order's own total ${order.total} and the key`, isGood: isHashGood },
    ...others,
  ];
  if (!isHashGood) return { kind: "hash_wrong", order, checks };
  return { kind: others.every((check) => check.isGood) ? "paid" : "order_wrong", order, checks };
}

/** MD5 is the interface's choice. The total is the one asked for, not the one debited. */
export function hashOf(transactionId: string, requestedTotal: string): string {
  return createHash("md5")
    .update(transactionId + requestedTotal + sandbox.merchant.hashKey)
    .digest("hex");
}

function isSameText(left: string, right: string): boolean {
  return isSame(Buffer.from(left), Buffer.from(right));
}

/** The redirect's total has the customer's share of the fee in it. */
function covers(result: Result, order: Order): boolean {
  const debited = parseMinor(result.total ?? "");
  const asked = parseMinor(order.total);
  return debited !== null && asked !== null && debited >= asked;
}
