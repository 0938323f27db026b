import { createHash } from "node:crypto";
import { Pool } from "undici";
import { newUlid } from "@/lib/kit/ids";
import type { Merchant } from "./product";

/** The three requests of a payment, as a shop and its customers send them over keep-alive connections. */
export const steps = ["request", "page", "pay"] as const;
export type Step = (typeof steps)[number];

export type Checkout = { merchant: Merchant; path: string; transactionId: string };

const total = "10.00";
const json = { "content-type": "application/json" };
const asBrowser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
const form = { card_number: "4111111111111111", expiry: "04/39", cvc: "123", card_name: "Ada Lovelace" };

export const paymentRequestPath = "/plugins/payments/request";

export const paymentRequest = (accountNumber: string, orderId: string): string =>
  JSON.stringify({
    account_number: accountNumber,
    country_code: "TT",
    currency: "TTD",
    environment: "sandbox",
    fee_structure: "customer_pay",
    method: "credit_card_co",
    order_id: orderId,
    origin: "bench",
    response_url: "https://shop.example/return",
    total,
    email: "customer@example.com",
  });

export type Payers = ReturnType<typeof openPayers>;

/** Opens one connection for each payer. Each step throws if the answer is not the expected one. */
export function openPayers(origin: string, connections: number) {
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const send = async (method: "GET" | "POST", path: string, headers: Record<string, string>, body?: string) => {
    const answer = await pool.request({ method, path, headers, body: body ?? null });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`${method} ${path} answered ${answer.statusCode}: ${text}`);
    return text;
  };
  return {
    async request(merchant: Merchant): Promise<Checkout> {
      const body = paymentRequest(merchant.accountNumber, newUlid());
      const answer = JSON.parse(await send("POST", paymentRequestPath, json, body));
      return { merchant, path: new URL(answer.url).pathname, transactionId: answer.transaction_id };
    },
    async page({ path }: Checkout) {
      const html = await send("GET", path, asBrowser);
      if (!html.includes("card_number")) throw new Error("The hosted page has no form.");
    },
    async pay(checkout: Checkout) {
      const answer = await send("POST", `${checkout.path}/pay`, json, JSON.stringify(form));
      verifyResult(checkout, JSON.parse(answer).result?.redirect ?? "");
    },
    close: () => pool.close(),
  };
}

/** Verifies the hash in the redirect, as the merchant's shop does. */
function verifyResult({ merchant, transactionId }: Checkout, redirect: string): void {
  const hash = createHash("md5").update(`${transactionId}${total}${merchant.hashKey}`).digest("hex");
  if (new URL(redirect).searchParams.get("hash") !== hash) throw new Error("The result has a wrong hash.");
}

async function payWhole(payers: Payers, merchant: Merchant): Promise<void> {
  const checkout = await payers.request(merchant);
  await payers.page(checkout);
  await payers.pay(checkout);
}

/** One new checkout of a merchant. */
export async function requestCheckout(origin: string, merchant: Merchant): Promise<Checkout> {
  const payers = openPayers(origin, 1);
  return payers.request(merchant).finally(payers.close);
}

/** Whole payments per second of payers who pay without a pause. Payer number n pays the merchant number n. */
export async function paymentsPerSecond(
  payers: Payers,
  merchants: readonly Merchant[],
  seconds: number,
): Promise<number> {
  const begun = performance.now();
  const elapsed = () => (performance.now() - begun) / 1000;
  let count = 0;
  await Promise.all(
    merchants.map(async (merchant) => {
      for (; elapsed() < seconds; count++) await payWhole(payers, merchant);
    }),
  );
  return count / elapsed();
}
