import { randomBytes } from "node:crypto";
import { product } from "./sandbox";
import { tokenOf } from "./shop";

/** An order of 10.00 TTD that somebody paid to the merchant, for which they were debited 12.05. */
export async function payOrder({ accountNumber }: { accountNumber: string }) {
  const id = `e2e-${randomBytes(6).toString("hex")}`;
  const { url, transaction_id: transactionId } = await send("/plugins/payments/request", {
    account_number: accountNumber,
    country_code: "TT",
    currency: "TTD",
    environment: "sandbox",
    fee_structure: "customer_pay",
    method: "credit_card_co",
    order_id: id,
    origin: "e2e-desk",
    response_url: "https://shop.example/return",
    total: "10.00",
    email: "ada@example.com",
  });
  const card = { card_number: "4111111111111111", expiry: "12/34", cvc: "123", card_name: "Ada Lovelace" };
  await send(`/checkout/${tokenOf(url)}/pay`, card);
  return { id, transactionId };
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
