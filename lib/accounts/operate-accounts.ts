import { operator, recordBy } from "@/lib/audit/record";
import { unlockSignIn } from "@/lib/auth/sign-in/sign-in-attempts";
import { inTransaction } from "@/lib/db/client";
import { type MerchantSecrets, merchantSecrets } from "@/lib/hash-keys/merchant-keys";
import { now } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { AppError } from "@/lib/kit/errors";
import type { AccountType, Environment, Platform } from "@/lib/reference/platforms";
import { isSandboxSeed } from "@/lib/reference/sandbox";
import { findSettings, saveSettings } from "./settings/settings-store";
import { type AccountRow, findAccount, findActiveByEmail, lockAccount, updateAccountRow } from "./store";

/**
 * Changes that only the operator may make, by command or in the dashboard. Each is recorded in the account's audit
 * chain.
 */

export async function findAccountOrThrow(numberOrEmail: string): Promise<AccountRow> {
  const [account, another] = numberOrEmail.includes("@")
    ? await findActiveByEmail(numberOrEmail.toLowerCase())
    : [await findAccount(numberOrEmail)];
  if (another) throw ambiguousAddress(numberOrEmail);
  if (!account || account.deletedAt)
    throw new AppError("not_found", `Unknown account: ${numberOrEmail}.`, { refusal: { reason: "account_unknown" } });
  return account;
}

export const ambiguousAddress = (email: string) =>
  new AppError("conflict", `Several accounts have the unconfirmed address ${email}. Give an account number.`);

export async function verifyAccount(
  { accountNumber, verifiedAt }: AccountRow,
  actor: string = operator,
): Promise<void> {
  if (verifiedAt) return;
  await inTransaction(async () => {
    await updateAccountRow(accountNumber, { verifiedAt: now() });
    await recordBy(actor, accountNumber, "account.verified");
  });
}

/** Reads the account again under its lock, so that two concurrent calls cannot lose each other's platform. */
export async function enableLive(
  { accountNumber }: AccountRow,
  platform: Platform,
  actor: string = operator,
): Promise<void> {
  await inTransaction(async () => {
    await lockAccount(accountNumber);
    const account = await findAccountOrThrow(accountNumber);
    if (account.sandboxOnly)
      throw new AppError("forbidden", "This account is confined to sandbox and can never go live.", {
        refusal: { reason: "sandbox_only" },
      });
    if (!account.verifiedAt)
      throw new AppError("invalid", "Verify the account first.", { refusal: { reason: "account_not_verified" } });
    await updateAccountRow(accountNumber, {
      platforms: [...new Set([...account.platforms, platform])],
      livePlatforms: [...new Set([...account.livePlatforms, platform])],
    });
    await recordBy(actor, accountNumber, "account.live_enabled", { detail: { platform } });
  });
}

export async function unlockAccount({ accountNumber, email }: AccountRow, actor: string = operator): Promise<void> {
  await inTransaction(async () => {
    if (email) await unlockSignIn(email);
    await recordBy(actor, accountNumber, "account.unlocked");
  });
}

/**
 * Changing the type deletes nothing. API keys of a personal account are refused, and work again if the account becomes
 * a business account.
 */
export async function changeAccountType({ accountNumber }: AccountRow, type: AccountType): Promise<void> {
  await inTransaction(async () => {
    await lockAccount(accountNumber);
    const before = await findAccountOrThrow(accountNumber);
    if (before.type === type) return;
    await updateAccountRow(accountNumber, { type });
    await recordBy(operator, accountNumber, "account.type_changed", { detail: { type } });
  });
}

/** Sets the account's limit of payment requests per minute. Null restores the default limits. */
export async function changeRequestLimit({ accountNumber }: AccountRow, perMinute: number | null): Promise<void> {
  await inTransaction(async () => {
    await lockAccount(accountNumber);
    if ((await readRequestLimit({ accountNumber })) === perMinute) return;
    await saveSettings(accountNumber, { requestsPerMinute: perMinute });
    const detail = { requests_per_minute: perMinute };
    await recordBy(operator, accountNumber, "account.request_limit_changed", { detail });
  });
}

export async function readRequestLimit({ accountNumber }: Pick<AccountRow, "accountNumber">): Promise<number | null> {
  const { settings } = await findSettings(accountNumber);
  return settings?.requestsPerMinute ?? null;
}

/** Makes an account an operator account or an ordinary one. Operators can see and change other accounts. */
export async function changeOperator(
  account: AccountRow,
  { isOperator }: Pick<AccountRow, "isOperator">,
): Promise<void> {
  const { accountNumber } = account;
  if (isSandboxSeed(accountNumber)) {
    throw new AppError("conflict", "The public sandbox accounts can never be operators.");
  }
  if (isOperator && account.sandboxOnly && env().isProduction) {
    throw new AppError("forbidden", "An account that is confined to sandbox cannot be an operator in production.");
  }
  await inTransaction(async () => {
    await updateAccountRow(accountNumber, { isOperator });
    await recordBy(operator, accountNumber, "account.operator_changed", { detail: { operator: isOperator } });
  });
}

/** Adds an audit entry about the reveal before it returns the secrets. */
export async function revealMerchantSecrets(
  { accountNumber }: AccountRow,
  environment: Environment,
): Promise<MerchantSecrets> {
  const secrets = await merchantSecrets(accountNumber, environment);
  await recordBy(operator, accountNumber, "hash_key.revealed", { detail: { environment } });
  return secrets;
}
