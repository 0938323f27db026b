import { randomBytes } from "node:crypto";
import { currenciesOf } from "@/lib/reference/currencies";
import { platformCodes, platforms } from "@/lib/reference/platforms";
import { sandbox } from "@/lib/reference/sandbox";

/** The merchant of the live shop. Its credentials are public, so it exists only where the gateway is the emulator. */
export const demoMerchant = {
  accountNumber: "1234567899",
  email: "live@emulator.test",
  password: sandbox.password,
  shopName: "Emulator Shop",
} as const;

const timeoutMs = 20_000;

/** A platform with one of its currencies. A form sends the value. */
export const markets = platformCodes.flatMap((platform) =>
  currenciesOf(platform).map((currency) => ({
    value: `${platform}-${currency}`,
    label: `${platforms[platform].name}, ${currency}`,
    platform,
    currency,
  })),
);

export const methods = { credit_card_co: "Full page", "3co_simple": "Simplified page" } as const;

type PaymentFields = Record<string, string>;

/** The fields of a live payment request. Missing choices stay empty, so that the product refuses the request. */
export function paymentFields(form: URLSearchParams, shopOrigin: string): PaymentFields {
  const market = markets.find(({ value }) => value === form.get("market"));
  return {
    account_number: demoMerchant.accountNumber,
    country_code: market?.platform ?? "",
    currency: market?.currency ?? "",
    environment: "live",
    fee_structure: "customer_pay",
    method: form.get("method") ?? "",
    order_id: `order-${randomBytes(5).toString("hex")}`,
    origin: "emulator-shop",
    response_url: `${shopOrigin}/shop/return`,
    total: form.get("total") ?? "",
    name: "Ada Baptiste",
    email: "ada.baptiste@example.com",
    avs: form.has("avs") ? "1" : "0",
  };
}

type PaymentAnswer = { isAccepted: boolean; fields: Record<string, unknown> };

/** Sends a payment request as the server of a shop does. */
export async function sendPaymentRequest(productOrigin: string, fields: PaymentFields): Promise<PaymentAnswer> {
  try {
    const response = await fetch(`${productOrigin}/plugins/payments/request`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(fields),
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { isAccepted: response.ok, fields: (await response.json()) as Record<string, unknown> };
  } catch (error) {
    return { isAccepted: false, fields: { message: `The product did not answer (${(error as Error).message}).` } };
  }
}
