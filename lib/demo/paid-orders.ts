import { findAnswer, rememberAnswer } from "@/lib/http/limits/store";
import { day, later, now } from "@/lib/kit/clock";
import { storedDigest, storedDigests } from "@/lib/kit/secrets/crypto";
import type { Order } from "./orders";

/**
 * Marks orders as paid under idempotency keys, because a webhook comes without the customer's browser, and a result
 * that arrives twice must not count twice.
 */
const purpose = "demo payment";
const keptMs = 30 * day;

type Kind = "order" | "transaction";

async function find(kind: Kind, id: string): Promise<string | null> {
  return (await findAnswer(storedDigests(purpose, kind, id), now()))?.body ?? null;
}

async function remember(kind: Kind, id: string, body: string): Promise<void> {
  const scope = storedDigest(purpose, kind, id);
  await rememberAnswer({ scope, requestDigest: scope, status: 200, body }, later(keptMs));
}

/** The id of the order that was already paid with this transaction. One payment pays one order only. */
export const orderPaidWith = (transactionId: string): Promise<string | null> => find("transaction", transactionId);

/** Marks an order as paid, unless it is. */
export async function payOrder({ id }: Order, transactionId: string): Promise<void> {
  if (await find("order", id)) return;
  await remember("transaction", transactionId, id);
  await remember("order", id, transactionId);
}

/** What the shop tells about an order. The conformance kit reads it. */
export async function statusOfOrder({ id }: Order) {
  const paid = (await find("order", id)) !== null;
  return { order_id: id, status: paid ? "paid" : "unpaid", paid, times_paid: Number(paid) };
}
