import { randomBytes } from "node:crypto";
import { appendFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { product, queryProduct } from "./sandbox";
import { sandboxCredential } from "./trusted-cards";

/** Merchants for the dashboard's browser tests, each with an account of its own. */
export type Login = { accountNumber: string; email: string; password: string };

/** A business that may go live: verified, and enabled in TT. */
export async function openMerchant(): Promise<Login> {
  const name = `dash-${randomBytes(6).toString("hex")}`;
  const login = { email: `${name}@example.com`, password: `${name}-A1` };
  appendFileSync(product().secretsFile, `${login.password}\n`);
  const response = await fetch(`${product().roomy}/api/accounts`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json", ...sandboxCredential },
    body: JSON.stringify({ ...login, first_name: "Dash", last_name: "Shop", type: "BUSINESS", country_code: "TT" }),
  });
  const { data } = (await response.json()) as { data: { account_number: string } };
  await queryProduct(
    `UPDATE account SET sandbox_only = false, verified_at = now(), live_platforms = '{TT}' WHERE account_number = $1`,
    [data.account_number],
  );
  return { accountNumber: data.account_number, ...login };
}

/** A merchant that is not approved for live payments. */
export async function openNewMerchant(): Promise<Login> {
  const merchant = await openMerchant();
  await queryProduct("UPDATE account SET live_platforms = '{}' WHERE account_number = $1", [merchant.accountNumber]);
  return merchant;
}

/**
 * Signs the browser in without the form, which e2e/dashboard/entry.spec.ts tests, and opens a page of the dashboard.
 */
export async function signInTo(
  page: Page,
  { email, password }: Pick<Login, "email" | "password">,
  path = "/dashboard/test",
): Promise<void> {
  const response = await page.request.post("/dashboard/actions/sign-in", {
    data: { email, password },
    headers: { origin: product().roomy },
  });
  if (!response.ok()) throw new Error(`Sign-in was refused: ${await response.text()}`);
  await page.goto(path);
}
