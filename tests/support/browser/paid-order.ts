import { randomBytes } from "node:crypto";
import { product } from "./sandbox";
import { tokenOf } from "./shop";

/** Payments of the dashboard's merchants, made without a browser. */
type PaidOrder = { order: string; transactionId: string; redirect: string };

const card = { card_number: "4111111111111111", expiry: "04/31", cvc: "123", card_name: "Ada Lovelace" };

/** Fields of the payment request that differ from those of an ordinary one. */
type Fields = Readonly<Record<string, string>>;

/** A paid order of 10.00 TTD; the customer is debited 12.05. */
export async function payOrder(merchant: { accountNumber: string }, fields: Fields = {}): Promise<PaidOrder> {
  const { order, transactionId, token } = await requestOrder(merchant, fields);
  const { result } = await payInSession({ token });
  return { order, transactionId, redirect: result.redirect };
}

/** Pays in a session that is already open, as another browser does. */
export const payInSession = ({ token }: { token: string }, fields: Fields = {}) =>
  send(`/checkout/${token}/pay`, { ...card, ...fields });

/** The customer leaves a session without paying. */
export const leaveSession = ({ token }: { token: string }) => send(`/checkout/${token}/leave`, {});

/** An order whose customer leaves without trying to pay. */
export async function abandonOrder(merchant: { accountNumber: string }, fields: Fields = {}): Promise<string> {
  const { transactionId, token } = await requestOrder(merchant, fields);
  await leaveSession({ token });
  return transactionId;
}

/** An order whose customer leaves after the bank declined the card. */
export async function declineOrder(merchant: { accountNumber: string }, fields: Fields): Promise<void> {
  const { token } = await requestOrder(merchant, fields);
  await send(`/checkout/${token}/pay`, { ...card, card_number: "4000000000000002" });
  await leaveSession({ token });
}

/** An order whose customer has not paid yet. */
export async function openOrder(merchant: { accountNumber: string }, fields: Fields): Promise<void> {
  await requestOrder(merchant, fields);
}

async function requestOrder({ accountNumber }: { accountNumber: string }, more: Fields = {}) {
  const order = `e2e-${randomBytes(6).toString("hex")}`;
  const { url, transaction_id: transactionId } = await send("/plugins/payments/request", {
    account_number: accountNumber,
    country_code: "TT",
    currency: "TTD",
    environment: "sandbox",
    fee_structure: "customer_pay",
    method: "credit_card_co",
    order_id: order,
    origin: "e2e-desk",
    response_url: "https://shop.example/return?basket=7",
    total: "10.00",
    email: "ada@example.com",
    data: "1+1 = 100%",
    ...more,
  });
  return { order, transactionId: String(transactionId), token: tokenOf(url) };
}

/** The customer stores a card on the checkout page at `url`. */
export async function storeCardAt(url: string): Promise<void> {
  await payInSession({ token: tokenOf(new URL(url).pathname) }, { email: "ada@example.com", consent: "yes" });
}

/** The customer presses the button on the page of a card link, and stores a card. */
export async function storeCardWith(link: string): Promise<void> {
  const { headers } = await fetch(link, { method: "POST", redirect: "manual" });
  await storeCardAt(headers.get("location") ?? "");
}

async function send(path: string, body: object) {
  const response = await fetch(`${product().roomy}${path}`, {
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} was refused: ${await response.text()}`);
  return response.json();
}
