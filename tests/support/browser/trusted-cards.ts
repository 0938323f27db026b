import { randomBytes } from "node:crypto";
import { product, queryProduct } from "./sandbox";
import { type Method, type Order, tokenOf } from "./shop";

/** A merchant's server that stores its customers' cards, and charges them, over the API. */

export type Merchant = { environment: "sandbox" | "live"; credential: Record<string, string> };
export type Answer = {
  status: number;
  message: string;
  url: string;
  transaction_id: string;
  data: Record<string, unknown>;
};

export const sandboxMerchant: Merchant = {
  environment: "sandbox",
  credential: { "x-svc-key": `svc_test_00000000000000000a_${"a".repeat(64)}` },
};

/** A new merchant that an operator enabled for live payments. */
export async function openLiveMerchant(): Promise<Merchant> {
  const name = `live-${randomBytes(6).toString("hex")}`;
  const login = { email: `${name}@example.com`, password: `${name}-A1` };
  const account = { first_name: "Live", last_name: "Shop", type: "BUSINESS", country_code: "TT", ...login };
  const { data } = await send(sandboxMerchant.credential, "POST", "/accounts", account);
  await queryProduct(
    `UPDATE account SET sandbox_only = false, verified_at = now(), live_platforms = '{TT}' WHERE account_number = $1`,
    [data.account_number],
  );
  const granted = await send({}, "POST", "/auth/tokens", { ...login, scopes: "svc-trusted-cards-all" });
  return { environment: "live", credential: { authorization: `Bearer ${granted.access_token}` } };
}

/** Opens the session in which the customer enters the card. It has its own order. */
export async function createCard(merchant: Merchant, response_url: string, method: Method): Promise<Order> {
  const { environment } = merchant;
  const { url, transaction_id } = await ask(merchant, "POST", "/", { environment, response_url, method });
  return orderOf({ id: transaction_id, total: "", currency: "USD" }, url, transaction_id);
}

export const readCard = (merchant: Merchant, uuid: string) => ask(merchant, "GET", `/${uuid}`);
export const deleteCard = (merchant: Merchant, uuid: string) => ask(merchant, "DELETE", `/${uuid}`);
export const verifyCard = (merchant: Merchant, uuid: string, amount: string) =>
  ask(merchant, "POST", `/${uuid}/verify`, { amount });

export const requestCharge = (merchant: Merchant, uuid: string, fields: object) =>
  ask(merchant, "POST", `/${uuid}/charge`, {
    fee_structure: "customer_pay",
    total: "10.00",
    currency: "TTD",
    ...fields,
  });

/** Opens the session in which the customer enters the code. */
export async function chargeCard(
  merchant: Merchant,
  uuid: string,
  fields: { response_url: string; method: Method },
): Promise<Order> {
  const id = `e2e-${randomBytes(6).toString("hex")}`;
  const { url, transaction_id } = await requestCharge(merchant, uuid, { ...fields, order_id: id });
  return orderOf({ id, total: "10.00", currency: "TTD" }, url, transaction_id);
}

/** For tests that need a verified card: stores and verifies one without a browser. */
export async function openVerifiedCard(number: string, response_url: string): Promise<string> {
  const { uuid, total } = await storeCardByRequest(number, response_url);
  const { status } = await verifyCard(sandboxMerchant, uuid, total);
  if (status !== 200) throw new Error(`The card ${uuid} was not verified.`);
  return uuid;
}

/** Stores a card without a browser. `total` is the amount of its micro-charge. */
export async function storeCardByRequest(number: string, response_url: string) {
  const order = await createCard(sandboxMerchant, response_url, "credit_card_co");
  const form = {
    card_number: number,
    expiry: "12/34",
    cvc: number.startsWith("3") ? "1234" : "123",
    card_name: "Ada Lovelace",
    email: "ada@example.com",
    consent: "yes",
  };
  const response = await fetch(`${product().roomy}/checkout/${order.token}/pay`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(form),
  });
  const { result } = (await response.json()) as { result: { redirect: string } };
  const redirect = new URL(result.redirect).searchParams;
  return { order, uuid: redirect.get("uuid") ?? "", total: redirect.get("total") ?? "" };
}

const orderOf = (order: Pick<Order, "id" | "total" | "currency">, url: string, transactionId: string): Order => ({
  ...order,
  url,
  token: tokenOf(url),
  transactionId,
});

const ask = ({ credential }: Merchant, method: string, path: string, body?: object): Promise<Answer> =>
  send(credential, method, `/trusted-cards${path}`, body);

async function send(credential: Record<string, string>, method: string, path: string, body?: object) {
  const response = await fetch(`${product().roomy}/api${path}`, {
    method,
    headers: { accept: "application/json", ...credential, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, ...((await response.json()) as Omit<Answer, "status"> & { access_token: string }) };
}
