import { totalOf } from "@/lib/demo/catalogue";
import { addressIn, readChoices } from "@/lib/demo/choices";
import { openOrder, payPageOf } from "@/lib/demo/orders";
import { demoPaymentRequest } from "@/lib/demo/payment-request";
import { env } from "@/lib/kit/env";

const bodyBytesMax = 4096;

/** The demo shop's server: creates the order, requests the payment, and redirects the customer. */
export async function POST(request: Request): Promise<Response> {
  if (!env().SEED_SANDBOX) return new Response("Not Found", { status: 404 });
  // Content-Length limits the body: browsers always send it with a form, and Node.js reads no more bytes.
  const length = request.headers.get("content-length");
  if (length === null || Number(length) > bodyBytesMax) return new Response("Content Too Large", { status: 413 });

  const choices = readChoices(new URLSearchParams(await request.text()));
  if (totalOf(choices.cart, choices.currency) === 0n) {
    return seeOther(`${addressIn(choices.currency, choices)}&problem=empty#order`);
  }

  const order = openOrder(choices);
  if (order.way === "form") return seeOther(payPageOf(order));

  const outcome = await demoPaymentRequest(order);
  if ("failure" in outcome) return seeOther(payPageOf({ ...order, failure: outcome.failure.publicMessage }));
  if (order.way === "iframe") return seeOther(payPageOf({ ...order, checkoutUrl: outcome.url }));
  return seeOther(withoutOwnOrigin(outcome.url));
}

/** Makes a URL of our own origin relative, so that the redirect to the checkout works under every host name. */
function withoutOwnOrigin(url: string): string {
  const { PUBLIC_URL } = env();
  return url.startsWith(`${PUBLIC_URL}/`) ? url.slice(PUBLIC_URL.length) : url;
}

function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}
