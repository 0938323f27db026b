import { ceilingOf } from "@/lib/auth/allowed-scopes";
import { checkLastPasswords } from "@/lib/auth/sign-in/check-last-passwords";
import { hashPassword } from "@/lib/auth/sign-in/passwords";
import { provePassword } from "@/lib/auth/sign-in/prove-password";
import { endTokens } from "@/lib/auth/tokens/revoke-token";
import { inTransaction, isUniqueViolation } from "@/lib/db/client";
import type { Caller } from "@/lib/http/message/caller";
import type { BodyOf } from "@/lib/http/message/endpoint";
import { AppError, invalidField, notFound } from "@/lib/kit/errors";
import { mailMerchant } from "@/lib/mail/mail-merchant";
import { isSandboxSeed } from "@/lib/reference/sandbox";
import { cancelEmailChange, mailConfirmation, requestEmailChange } from "./confirmed-email";
import type { updateAccountEndpoint } from "./contract";
import { lockEmail } from "./email-store";
import { retrieveAccount } from "./manage-account";
import { byOf, recordAccountChange } from "./record-change";
import { checkPassword, checkPhone, emailTaken } from "./rules";
import { type AccountSignInRow, findReachableSignIn, lockAccount, updateReachable } from "./store";

type Changes = BodyOf<typeof updateAccountEndpoint>;

export async function updateAccount(caller: Caller, accountNumber: string, body: Changes, clientAddress: string) {
  const { email, phone, password } = body;
  checkPhone(phone);
  if (email || password) checkSignInChange(caller, accountNumber);
  const signIn = await findReachableSignIn(caller.accountNumber, accountNumber);
  if (!signIn) throw notFound();
  if (password) checkPassword(password, signIn.email, email);
  const isOwn = caller.accountNumber === accountNumber;
  if (isOwn && (email || password)) await proveOld(accountNumber, signIn, body.old_password, clientAddress);
  if (isOwn && password) await checkLastPasswords(accountNumber, password, "password");
  const passwordHash = password && (await hashPassword(password));
  await inTransaction(async () => {
    if (email) await lockEmail(email);
    await lockAccount(accountNumber);
    const before = await findReachableSignIn(caller.accountNumber, accountNumber);
    if (!before) throw notFound();
    if (isOwn && (email || password) && before.passwordHash !== signIn.passwordHash) throw oldIsWrong();
    await updateReachable(caller.accountNumber, accountNumber, {
      ...(body.first_name && { firstName: body.first_name }),
      ...(body.last_name && { lastName: body.last_name }),
      ...(phone && { phone }),
      ...(passwordHash && { passwordHash }),
      // A password that an account sets for itself keeps the scope limit of the old password.
      ...(passwordHash && !isOwn && { scopeCeiling: ceilingOf(caller) }),
    });
    if (passwordHash) await endTokens(accountNumber);
    if (email) await changeEmail(caller, accountNumber, before, email);
    if (passwordHash) await mailMerchant.passwordChanged(accountNumber);
    const { old_password: _, ...fields } = body;
    const changed = Object.entries(fields).flatMap(([field, value]) => (value === undefined ? [] : [field]));
    await recordAccountChange(byOf(caller), accountNumber, "account.changed", { changed, ...(email && { email }) });
  }).catch((error) => {
    throw isUniqueViolation(error) ? emailTaken() : error;
  });
  return retrieveAccount(caller, accountNumber);
}

/**
 * Changes the account's email address. A confirmed address stays until the new one is confirmed. Sending the current
 * address cancels a pending change.
 */
async function changeEmail(
  caller: Caller,
  accountNumber: string,
  before: AccountSignInRow,
  email: string,
): Promise<void> {
  const isOwn = caller.accountNumber === accountNumber;
  const ceiling = isOwn ? before.scopeCeiling : ceilingOf(caller);
  if (email === before.email) return cancelEmailChange(accountNumber);
  if (before.email && before.emailConfirmedAt) {
    return requestEmailChange(accountNumber, { from: before.email, to: email, ceiling });
  }
  await updateReachable(caller.accountNumber, accountNumber, { email, addressCeiling: ceiling });
  await mailConfirmation(accountNumber, email);
  if (before.email) await mailMerchant.emailChanged(accountNumber, before.email);
}

/**
 * A caller that changes the email or password can then sign in to the account with all of its scopes. An API key must
 * not gain scopes that way, and no caller may take over the public sandbox.
 */
function checkSignInChange({ accountNumber: own, credential }: Caller, accountNumber: string): void {
  if (credential.kind === "api-key" && own === accountNumber) {
    throw new AppError("forbidden", "An API key cannot change its own account's email or password.");
  }
  if (isSandboxSeed(accountNumber) && isSandboxSeed(own)) {
    throw new AppError("conflict", "The public sandbox accounts keep their email and password.");
  }
}

/** Requires the old password, as `PATCH /user/password` does: a stolen token must not take over the account. */
async function proveOld(
  accountNumber: string,
  { email, passwordHash }: AccountSignInRow,
  password: string | undefined,
  clientAddress: string,
): Promise<void> {
  if (password === undefined) throw invalidField("old_password", "field is required.", { rule: "required" });
  const signIn = { email: email ?? accountNumber, passwordHash, accountNumber, memberId: accountNumber };
  await provePassword(signIn, password, clientAddress, oldIsWrong);
}

const oldIsWrong = () => invalidField("old_password", "is incorrect.", { rule: "incorrect" });
