import { randomBytes } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { inject } from "vitest";
import { type NewAccount, openAccount, openAccountWith } from "@/lib/accounts/create-account";
import { operator } from "@/lib/audit/record";
import { allowedScopes } from "@/lib/auth/allowed-scopes";
import type { Environment } from "@/lib/reference/platforms";
import type { Scope } from "@/lib/reference/scopes";
import { call, freshAddress } from "./client";

/** Accounts for tests, opened as the operator opens them and used over HTTP as a merchant would. */
export type Merchant = { accountNumber: string; email: string; password: string; token: string };

export const uniqueEmail = (): string => `m${randomBytes(8).toString("hex")}@example.com`;

/**
 * Accounts of one process share a password unless a test gives its own. Its hash has the lowest cost, because thousands
 * of requests verify it. A test that depends on the product's cost gives a password.
 */
const sharedPassword = `Pass-${randomBytes(8).toString("hex")}`;
let sharedHash: Promise<string> | undefined;

export async function openTestAccount({ password, ...overrides }: Partial<NewAccount> = {}) {
  const account = {
    firstName: "Test",
    lastName: "Merchant",
    type: "BUSINESS",
    homePlatform: "TT",
    mayManageAccounts: true,
    ...overrides,
    email: overrides.email ?? uniqueEmail(),
  } as const;
  sharedHash ??= hash(sharedPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  const { accountNumber } = password
    ? await openAccount({ ...account, password })
    : await openAccountWith(await sharedHash, account, operator);
  return { accountNumber, email: account.email, password: password ?? sharedPassword };
}

export async function grant(who: { email: string; password: string }, scopes: readonly string[]) {
  const form = { email: who.email, password: who.password, scopes: scopes.join(" ") };
  return call(inject("product").roomy, "POST", "/api/auth/tokens", { form, as: freshAddress() });
}

/** A signed-in merchant with every scope its account may have. */
export async function newMerchant(overrides: Partial<NewAccount> = {}): Promise<Merchant> {
  const account = await openTestAccount(overrides);
  const scopes = allowedScopes({
    type: overrides.type ?? "BUSINESS",
    mayManageAccounts: overrides.mayManageAccounts ?? true,
  });
  const { body } = await grant(account, [...scopes]);
  return { ...account, token: body.access_token };
}

export async function newKey(
  merchant: Merchant,
  scopes: readonly Scope[],
  extra: { environment?: Environment; cidrs?: string[] } = {},
) {
  const json = { name: "Test", environment: "sandbox", scopes, ...extra };
  const { body } = await call(inject("product").roomy, "POST", "/api/user/api-keys", { token: merchant.token, json });
  return body.data as { kid: string; key: string };
}
