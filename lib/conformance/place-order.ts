import { now } from "@/lib/kit/clock";
import { newTransactionId } from "@/lib/kit/ids";
import { parseMinor } from "@/lib/kit/money";
import { readHtml } from "@/lib/kit/text/html";
import { parseUrl } from "@/lib/kit/urls";
import { currencies } from "@/lib/reference/currencies";
import { feeStructureCodes } from "@/lib/reference/fees";
import type { TestOrder } from "./messages";
import type { ShopBrowser } from "./shop-browser";

/** A reason for which the kit does not run at all. */
export class KitRefusal extends Error {
  override name = "KitRefusal";
}

/** What the hosted page shows of a session. */
export type CheckoutFacts = {
  environment: string;
  transaction_id: string;
  order_id: string;
  currency: string;
  total: string;
  fee: string;
  fee_structure?: string;
  data?: string;
  response_url?: string;
};

/** Reads the session of a hosted page by its token. Null if there is no such session. */
export type ReadCheckout = (token: string) => Promise<CheckoutFacts | null>;

export type StartOrder = { url: string /** Form fields to post, or null for a GET. */; body: string | null };
export type PlacedOrder = { order: TestOrder } | { problem: string };

const requestPath = "/plugins/payments/request";
const tokenPattern = /^\/checkout\/([\w-]{16,200})\/?$/;

const tokenOf = (url: URL | null): string | null => (url && tokenPattern.exec(url.pathname)?.[1]) || null;

/**
 * Places an order in the shop and reads it from the payment request that follows. That is a redirect or a frame to the
 * hosted page if the shop's server sent the request, or a form that the browser is to post.
 */
export async function placeOrder(
  { url, body }: StartOrder,
  browser: ShopBrowser,
  readCheckout: ReadCheckout,
): Promise<PlacedOrder> {
  const landed = await browser.open(url, { body, isArrived: (next) => tokenOf(next) !== null });
  const { answer } = landed;
  if (answer.status === null) return { problem: `The shop did not answer at ${url}: ${answer.error}` };
  const { tags, forms } = readHtml(answer.text);
  const addresses = tags.map(({ attributes }) => attributes.get("src") ?? attributes.get("href") ?? "");
  const tokens = [landed.url, ...addresses.map((text) => (text ? parseUrl(text, landed.url.href) : null))].flatMap(
    (address) => tokenOf(address) ?? [],
  );
  for (const token of new Set(tokens)) {
    const facts = await readCheckout(token);
    if (facts) return requireSandbox(facts) && readTestOrder(facts);
  }
  const form = forms.find(({ action }) => parseUrl(action ?? "", landed.url.href)?.pathname.startsWith(requestPath));
  if (form) return requireSandbox(form.fields) && readTestOrder(form.fields);
  return {
    problem: `${url} answered ${answer.status} and led neither to the checkout page nor to a form for the payment request.`,
  };
}

function requireSandbox({ environment }: { environment?: string | undefined }): true {
  if (environment === "sandbox") return true;
  throw new KitRefusal("The payment request of the shop is not for the sandbox. The kit tests the sandbox only.");
}

/** Reads an order from the fields of a payment request or of a hosted page. */
export function readTestOrder(fields: Readonly<Record<string, string | undefined>>): PlacedOrder {
  const total = parseMinor(fields.total ?? "");
  const currency = currencies.find((code) => code === fields.currency);
  const orderId = fields.order_id;
  if (total === null || !orderId || !currency) {
    return { problem: "The payment request has no valid order_id, total or currency." };
  }
  const customerFee = parseMinor(fields.fee ?? "") ?? 0n;
  const feeStructure = feeStructureCodes.find((name) => name === fields.fee_structure);
  return {
    order: {
      orderId,
      // A form that the browser has not posted has no transaction yet.
      transactionId: fields.transaction_id || newTransactionId("sandbox"),
      total,
      customerFee,
      currency,
      feeStructure: feeStructure ?? (customerFee > 0n ? "customer_pay" : "merchant_absorb"),
      data: fields.data || null,
      responseUrl: fields.response_url || null,
      paidAt: now(),
    },
  };
}

/** An order that no shop has. */
export const madeUpOrder = (): TestOrder => ({
  orderId: `kit-${newTransactionId("live").slice(-12).toLowerCase()}`,
  transactionId: newTransactionId("sandbox"),
  total: 1000n,
  customerFee: 0n,
  currency: "TTD",
  feeStructure: "merchant_absorb",
  data: null,
  responseUrl: null,
  paidAt: now(),
});
