import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { abandonOrder, declineOrder, openOrder, payOrder, storeCardWith } from "./paid-order";
import { product } from "./sandbox";
import type { Login } from "./signed-in";

/**
 * Gives a merchant, whose browser is signed in, records of every kind that a page shows: payments of 1,000 and more in
 * every state, a refund, a chargeback, a stored card, a bank account, a withdrawal, a failing webhook, a key and an
 * invitation.
 */
export async function fillAccount(page: Page, merchant: Login): Promise<void> {
  const { password } = merchant;
  const total = "1249.50";
  const [refunded, disputed] = [await payOrder(merchant, { total }), await payOrder(merchant, { total })];
  await Promise.all([
    act(page, "create-webhook", { url: "https://hooks.shop.example/in", events: ["*"], password }),
    act(page, "add-bank", {
      type: "local",
      currency: "TTD",
      bank_name: "Republic Bank",
      bank_account: "350077714321",
      name_in_bank: "Ann Lee",
      password,
    }),
    act(page, "invite-member", { email: `kim-${newKey()}@example.com`, role: "developer", password }),
    payOrder(merchant, { total: "18400.00", fee_structure: "merchant_absorb" }),
    declineOrder(merchant, { total: "3480.00" }),
    abandonOrder(merchant, { total }),
    openOrder(merchant, { total }),
  ]);
  const transaction_id = refunded.transactionId;
  await act(page, "request-refund", { transaction_id, amount: "1000.00", idempotency_key: newKey() });
  await act(page, "create-withdrawal", {
    withdrawal_type: "normal",
    country_code: "TT",
    currency: "TTD",
    amount: "1840.00",
    idempotency_key: newKey(),
    password,
  });
  const key = await act(page, "create-api-key", { name: "Server", scopes: ["svc-transactions-all"], password });
  await trigger(disputed.transactionId, String(key.key));
  const link = { label: "Ada", response_url: "https://shop.example/cards", idempotency_key: newKey() };
  await storeCardWith(String((await act(page, "create-card-link", link)).url));
}

const newKey = () => randomBytes(8).toString("hex");

/** Sends a form of the dashboard without its page. */
export async function act(page: Page, name: string, data: object): Promise<Record<string, unknown>> {
  const headers = { origin: product().roomy };
  const response = await page.request.post(`/dashboard/test/actions/${name}`, { data, headers });
  if (!response.ok()) throw new Error(`${name} was refused: ${await response.text()}`);
  const body = await response.json();
  return { ...body, ...body.data };
}

async function trigger(transactionId: string, key: string): Promise<void> {
  const response = await fetch(`${product().roomy}/api/sandbox/transactions/${transactionId}/events`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-svc-key": key },
    body: JSON.stringify({ event: "payment.chargeback_opened" }),
  });
  if (!response.ok) throw new Error(`The event was refused: ${await response.text()}`);
}
