import { actorOf } from "@/lib/audit/record";
import { hashPassword } from "@/lib/auth/passwords";
import { endCredentials, endTokens } from "@/lib/auth/revoke-token";
import { inTransaction, isUniqueViolation } from "@/lib/db/client";
import type { Caller } from "@/lib/http/caller";
import type { BodyOf } from "@/lib/http/endpoint";
import { now } from "@/lib/kit/clock";
import { AppError, notFound } from "@/lib/kit/errors";
import { holdsMoney } from "@/lib/ledger/holds-money";
import { tellMerchant } from "@/lib/mail/tell-merchant";
import { isSandboxSeed } from "@/lib/reference/sandbox";
import { deleteWebhooksOf } from "@/lib/webhooks/manage-endpoints";
import type { updateAccountEndpoint } from "./contract";
import { recordAccountChange } from "./record-change";
import { checkPassword, checkPhone, emailTaken, toRecord } from "./rules";
import { findReachable, isBeingPaid, updateReachable } from "./store";

export async function retrieveAccount(caller: Caller, accountNumber: string) {
  const account = await findReachable(caller.accountNumber, accountNumber);
  if (!account) throw notFound();
  return { message: "OK" as const, data: toRecord(account) };
}

export async function updateAccount(caller: Caller, accountNumber: string, body: BodyOf<typeof updateAccountEndpoint>) {
  const { email, phone, password } = body;
  checkPhone(phone);
  if (email || password) checkSignInChange(caller, accountNumber);
  if (password) checkPassword(password);
  const passwordHash = password && (await hashPassword(password));
  await inTransaction(async () => {
    const before = await findReachable(caller.accountNumber, accountNumber);
    const isChanged = await updateReachable(caller.accountNumber, accountNumber, {
      ...(email && { email }),
      ...(body.first_name && { firstName: body.first_name }),
      ...(body.last_name && { lastName: body.last_name }),
      ...(phone && { phone }),
      ...(passwordHash && { passwordHash }),
    });
    if (!isChanged) throw notFound();
    if (passwordHash) await endTokens(accountNumber);
    if (passwordHash) await tellMerchant.passwordChanged(accountNumber);
    if (before && email && email !== before.email) await tellMerchant.emailChanged(accountNumber, before.email);
    const changed = Object.entries(body).flatMap(([field, value]) => (value === undefined ? [] : [field]));
    await recordAccountChange(byOf(caller), accountNumber, "account.changed", { changed, ...(email && { email }) });
  }).catch((error) => {
    throw isUniqueViolation(error) ? emailTaken() : error;
  });
  return retrieveAccount(caller, accountNumber);
}

/** The row stays, for the records that name it; its address is free again and nothing speaks for it any more. */
export async function deleteAccount(caller: Caller, accountNumber: string) {
  await retrieveAccount(caller, accountNumber);
  if (isSandboxSeed(accountNumber)) throw new AppError("conflict", "The public sandbox accounts cannot be deleted.");
  await inTransaction(async () => {
    if ((await holdsMoney(accountNumber)) || (await isBeingPaid(accountNumber)))
      throw new AppError("conflict", "The account holds a balance, or money of it is on its way.");
    if (!(await updateReachable(caller.accountNumber, accountNumber, { deletedAt: now() }))) throw notFound();
    await endCredentials(accountNumber);
    await deleteWebhooksOf(accountNumber);
    await recordAccountChange(byOf(caller), accountNumber, "account.deleted", {});
  });
  return { message: "OK" };
}

const byOf = (caller: Caller) => ({ actor: actorOf(caller), accountNumber: caller.accountNumber });

/**
 * Who changes how an account signs in can then sign in as it, with every scope it may have. A key
 * must not reach further than its own scopes that way, nor anybody take the public sandbox over.
 */
function checkSignInChange({ accountNumber: own, credential }: Caller, accountNumber: string): void {
  if (credential.kind === "api-key" && own === accountNumber) {
    throw new AppError("forbidden", "An API key cannot change its own account's email or password.");
  }
  if (isSandboxSeed(accountNumber) && isSandboxSeed(own)) {
    throw new AppError("conflict", "The public sandbox accounts keep their email and password.");
  }
}
