import { createHash } from "node:crypto";
import { formatMoney } from "@/lib/format/money";
import { parseMinor } from "@/lib/kit/money";
import { isSame } from "@/lib/kit/secrets/crypto";
import type { Order } from "./orders";
import { orderPaidWith, payOrder } from "./paid-orders";

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

/** `isSigned`: `tw_signature` verifies with the shop's signing secret. */
type ShopKeys = { hashKey: string; isSigned: boolean };

/** Compares a payment result from the redirect URL with the shop's own order, because the URL can be forged. */
export async function verifyResult(
  order: Order,
  result: Result,
  { hashKey, isSigned }: ShopKeys,
): Promise<ShopVerdict> {
  // Only the result of a successful payment carries a hash, because the hash does not cover the status.
  if (result.status !== "success" || !result.hash) return { kind: "unpaid", order, checks: [signatureCheck(isSigned)] };
  const { transaction_id: transactionId = "" } = result;
  const isHashGood = isSameText(result.hash, shopHashOf(transactionId, order.total, hashKey));
  const verdict = judge(order, result, { isHashGood, isSigned, owner: await orderPaidWith(transactionId) });
  if (verdict.kind === "paid") await payOrder(order, transactionId);
  return verdict;
}

type Findings = { isHashGood: boolean; isSigned: boolean; owner: string | null };

/** `owner` is the id of the order that was already paid with this transaction, if any. */
function judge(order: Order, result: Result, { isHashGood, isSigned, owner }: Findings): ShopVerdict {
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

/** Checks the transaction id of a result. The shop does not store the id, so it accepts each one for one order only. */
export const transactionCheck = (transactionId: string, order: Order, owner: string | null): ShopCheck => ({
  what: "The transaction id has the right form and belongs to no other order",
  isGood: [null, order.id].includes(owner) && transactionIdPattern.test(transactionId),
});

/** The hash that the shop expects. The API prescribes MD5 and the requested total, not the debited one. */
export const shopHashOf = (transactionId: string, requestedTotal: string, hashKey: string): string =>
  createHash("md5")
    .update(transactionId + requestedTotal + hashKey)
    .digest("hex");

function isSameText(left: string, right: string): boolean {
  return isSame(Buffer.from(left), Buffer.from(right));
}

/** The total in the redirect may exceed the order's total, because it includes the customer's share of the fee. */
function covers(result: Result, order: Order): boolean {
  const debited = parseMinor(result.total ?? "");
  const asked = parseMinor(order.total);
  return debited !== null && asked !== null && debited >= asked;
}
