import * as z from "zod/mini";
import { env } from "@/lib/kit/env";
import { AppError, statusOf } from "@/lib/kit/errors";
import { log } from "@/lib/kit/log";
import { liveDemo } from "@/lib/reference/live-demo";
import { sandbox } from "@/lib/reference/sandbox";
import { markets } from "./catalogue";
import type { DemoOrder } from "./orders";

/** The demo shop acts like any merchant: it knows only its own credentials, and calls the API over HTTP. */
const timeoutMs = 15_000;
const customer = { name: "Ada Baptiste", email: "ada.baptiste@example.com" };

const answerSchema = z.object({ url: z.string(), message: z.string() });

export const paymentRequestPath = "/plugins/payments/request";

/** The fields of the payment request, for JSON or for hidden inputs of a form. */
export function paymentFields(order: DemoOrder): Record<string, string> {
  return {
    account_number: (order.environment === "live" ? liveDemo : sandbox.shop).accountNumber,
    country_code: markets[order.currency].platform,
    currency: order.currency,
    environment: order.environment,
    fee_structure: order.feeStructure,
    method: order.method,
    order_id: order.id,
    origin: "demo-shop",
    response_url: `${env().PUBLIC_URL}/demo/return`,
    total: order.total,
    ...customer,
    avs: order.avs ? "1" : "0",
    data: JSON.stringify({ cart: order.cart }),
    ...(order.country && { country: order.country }),
    ...(order.phone && { phone: order.phone }),
  };
}

type RequestOutcome = { url: string } | { failure: AppError };

/** Requests the payment of an order. `address` is the customer's, if known. */
export async function demoPaymentRequest(
  order: DemoOrder,
  address: Readonly<Record<string, string>> = {},
): Promise<RequestOutcome> {
  try {
    const response = await fetch(`${ownAddress()}${paymentRequestPath}`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ ...paymentFields(order), ...address }),
      cache: "no-store",
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer = answerSchema.parse(await response.json());
    if (response.ok) return { url: answer.url };
    const wait = response.headers.get("retry-after");
    const code = response.status === statusOf.rate_limited ? "rate_limited" : "unavailable";
    return { failure: new AppError(code, answer.message, { headers: wait === null ? {} : { "retry-after": wait } }) };
  } catch (error) {
    log.warn({ err: error }, "the payment request of the demo shop got no answer");
    return { failure: new AppError("unavailable", "The payment service did not answer.", { cause: error }) };
  }
}

/** Calls the API at the local address of this process, because the public URL may not be reachable from here. */
function ownAddress(): string {
  const { HOST, PORT } = env();
  const host = ["0.0.0.0", "::"].includes(HOST) ? "127.0.0.1" : HOST;
  return `http://${host.includes(":") ? `[${host}]` : host}:${PORT}`;
}
