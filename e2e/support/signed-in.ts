import { randomBytes } from "node:crypto";
import { appendFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { product, queryProduct } from "./sandbox";
import { tokenOf } from "./shop";
import { sandboxMerchant } from "./trusted-cards";

/** Merchants for the dashboard's browser tests, each with an account of its own. */
export type Login = { accountNumber: string; email: string; password: string };

/** A business that may go live: verified, and enabled in TT. */
export async function openMerchant(): Promise<Login> {
  const name = `dash-${randomBytes(6).toString("hex")}`;
  const login = { email: `${name}@example.com`, password: `${name}-A1` };
  appendFileSync(product().secretsFile, `${login.password}\n`);
  const response = await fetch(`${product().roomy}/api/accounts`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json", ...sandboxMerchant.credential },
    body: JSON.stringify({ ...login, first_name: "Dash", last_name: "Shop", type: "BUSINESS", country_code: "TT" }),
  });
  const { data } = (await response.json()) as { data: { account_number: string } };
  await queryProduct(
    `UPDATE account SET sandbox_only = false, verified_at = now(), live_platforms = '{TT}' WHERE account_number = $1`,
    [data.account_number],
  );
  return { accountNumber: data.account_number, ...login };
}

/** Signs in by the form, and goes to a page of the dashboard. */
export async function signInTo(page: Page, { email, password }: Login, path = "/dashboard/test"): Promise<void> {
  await page.goto("/dashboard/sign-in");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/dashboard\/(test|live)$/);
  if (!page.url().endsWith(path)) await page.goto(path);
}

type Paid = { address: string; id: string; order: string };

/** A payment of 10.00 for which 12.05 were debited. */
export async function payOnce({ accountNumber }: Login): Promise<Paid> {
  const post = async (path: string, fields: object) => {
    const headers = { "content-type": "application/json", accept: "application/json" };
    return (await fetch(product().roomy + path, { method: "POST", headers, body: JSON.stringify(fields) })).json();
  };
  const order = `o${accountNumber}`;
  const { url, transaction_id: id } = await post("/plugins/payments/request", {
    ...{ account_number: accountNumber, country_code: "TT", currency: "TTD", environment: "sandbox", total: "10.00" },
    ...{ fee_structure: "customer_pay", method: "credit_card_co", origin: "e2e", email: "ada@example.com" },
    ...{ order_id: order, response_url: "https://shop.example/return?basket=7", data: "1+1 = 100%" },
  });
  const card = { card_number: "4111111111111111", expiry: "04/31", cvc: "123", card_name: "Ada Lovelace" };
  const { result } = await post(`/checkout/${tokenOf(url)}/pay`, card);
  return { address: result.redirect, id, order };
}
