import { createHmac } from "node:crypto";
import * as z from "zod/mini";
import { now, second } from "@/lib/kit/clock";
import { isSame } from "@/lib/kit/secrets/crypto";
import { sandbox } from "@/lib/reference/sandbox";
import { orderOfId } from "./orders";
import { orderPaidWith, payOrder } from "./paid-orders";
import { transactionCheck } from "./verify-result";

const toleranceSeconds = 300;

const eventSchema = z.object({ event: z.string(), environment: z.string(), data: z.looseObject({}) });
const paymentSchema = z.object({
  order_id: z.string(),
  transaction_id: z.string(),
  currency: z.string(),
  original_total: z.string(),
});

/**
 * The demo shop's webhook receiver, as docs/guides/webhooks.md describes it. Returns the HTTP status of its answer. An
 * event that arrives twice or late changes nothing, because only a success marks an order, and only as paid.
 */
export async function receiveWebhook(headers: Headers, body: string): Promise<204 | 400> {
  if (!hasGoodSignature(headers, body)) return 400;
  const { event, environment, data } = eventSchema.parse(JSON.parse(body));
  if (event !== "payment.success" || environment !== "sandbox") return 204;
  const payment = paymentSchema.parse(data);
  const order = orderOfId(payment.order_id);
  if (order?.environment !== environment) return 204;
  if (payment.currency !== order.currency || payment.original_total !== order.total) return 204;
  const { isGood } = transactionCheck(payment.transaction_id, order, await orderPaidWith(payment.transaction_id));
  if (isGood) await payOrder(order, payment.transaction_id);
  return 204;
}

function hasGoodSignature(headers: Headers, body: string): boolean {
  const timestamp = headers.get("webhook-timestamp") ?? "";
  const ageSeconds = Math.abs(now().getTime() / second - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || ageSeconds > toleranceSeconds) return false;
  const key = Buffer.from(sandbox.shop.webhookSecret.slice("whsec_".length), "base64");
  const text = `${headers.get("webhook-id")}.${timestamp}.${body}`;
  const expected = Buffer.from(`v1,${createHmac("sha256", key).update(text).digest("base64")}`);
  const given = (headers.get("webhook-signature") ?? "").split(" ");
  return given.some((signature) => isSame(Buffer.from(signature), expected));
}
