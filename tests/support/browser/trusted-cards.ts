import { randomBytes } from "node:crypto";
import { payInSession } from "./paid-order";
import { product } from "./sandbox";
import { type Method, type Order, tokenOf } from "./shop";

/** The server of the public sandbox merchant, which stores its customers' cards and charges them over the API. */

type Answer = { status: number; url: string; transaction_id: string; data: Record<string, unknown> };

export const sandboxCredential = { "x-svc-key": `svc_test_00000000000000000a_${"a".repeat(64)}` };

type Page = { response_url: string; method: Method };

/** Opens the session in which the customer enters the card. It has its own order. */
export async function createCard(page: Page): Promise<Order> {
  const { url, transaction_id } = await post("/", page);
  return { id: transaction_id, total: "", currency: "USD", url, token: tokenOf(url), transactionId: transaction_id };
}

export const verifyCard = (uuid: string, amount: string) => post(`/${uuid}/verify`, { amount });

/** Opens the session in which the customer enters the code. */
export async function chargeCard(uuid: string, page: Page): Promise<Order> {
  const id = `e2e-${randomBytes(6).toString("hex")}`;
  const amount = { total: "10.00", currency: "TTD" };
  const fields = { order_id: id, fee_structure: "customer_pay", ...amount, ...page };
  const { url, transaction_id } = await post(`/${uuid}/charge`, fields);
  return { id, ...amount, url, token: tokenOf(url), transactionId: transaction_id };
}

/** For tests that need a verified card: stores and verifies one without a browser. */
export async function openVerifiedCard(card: Record<string, string>, response_url: string): Promise<string> {
  const order = await createCard({ response_url, method: "credit_card_co" });
  const { result } = await payInSession(order, { ...card, email: "ada@example.com", consent: "yes" });
  const redirect = new URL(result.redirect).searchParams;
  const uuid = redirect.get("uuid") ?? "";
  const { status } = await verifyCard(uuid, redirect.get("total") ?? "");
  if (status !== 200) throw new Error(`The card ${uuid} was not verified.`);
  return uuid;
}

async function post(path: string, body: object): Promise<Answer> {
  const response = await fetch(`${product().roomy}/api/trusted-cards${path}`, {
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/json", ...sandboxCredential },
    body: JSON.stringify({ environment: "sandbox", ...body }),
  });
  return { status: response.status, ...((await response.json()) as Omit<Answer, "status">) };
}
