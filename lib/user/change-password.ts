import { hashPassword, isPasswordOf, passwordProblem } from "@/lib/auth/passwords";
import { endTokens } from "@/lib/auth/revoke-token";
import { isLocked, noteFailure, noteSuccess } from "@/lib/auth/sign-in-tries";
import { inTransaction } from "@/lib/db/client";
import type { Caller } from "@/lib/http/caller";
import type { BodyOf } from "@/lib/http/endpoint";
import { AppError, invalidField } from "@/lib/kit/errors";
import { tellMerchant } from "@/lib/mail/tell-merchant";
import { isSandboxSeed } from "@/lib/reference/sandbox";
import type { changePasswordEndpoint } from "./contract";
import { findSignIn, updatePassword } from "./profile-store";

type Change = BodyOf<typeof changePasswordEndpoint>;

export async function changePassword(caller: Caller, change: Change, clientAddress: string) {
  const { accountNumber } = caller;
  checkCaller(caller);
  checkNewPassword(change);
  const oldHash = await proveOldPassword(accountNumber, change.old_password, clientAddress);
  const newHash = await hashPassword(change.new_password);
  await inTransaction(async () => {
    if (!(await updatePassword(accountNumber, oldHash, newHash))) throw oldIsWrong();
    await endTokens(accountNumber);
    await tellMerchant.passwordChanged(accountNumber);
  });
  return { message: "OK" as const };
}

/** With the password a key could sign in and have more scopes than its own. */
function checkCaller({ accountNumber, credential }: Caller): void {
  if (credential.kind === "api-key") throw new AppError("forbidden", "An API key cannot change the password.");
  if (isSandboxSeed(accountNumber)) {
    throw new AppError("conflict", "The public sandbox accounts keep their password.");
  }
}

function checkNewPassword(change: Change): void {
  const { old_password: old, new_password: chosen, confirm_password: confirmed } = change;
  const problem = passwordProblem(chosen);
  if (problem) throw invalidField("new_password", problem);
  if (confirmed !== chosen) throw invalidField("confirm_password", "must match the new password.");
  if (chosen === old) throw invalidField("new_password", "must be different from the old password.");
}

/**
 * Counted together with the failures to sign in: whoever stole a token has no more tries at the
 * password than whoever has none.
 */
async function proveOldPassword(accountNumber: string, password: string, clientAddress: string): Promise<string> {
  const { email, passwordHash } = await findSignIn(accountNumber);
  const isCorrect = await isPasswordOf(passwordHash, password);
  if (await isLocked(email, clientAddress)) throw oldIsWrong();
  if (!isCorrect) {
    await noteFailure(email, clientAddress);
    throw oldIsWrong();
  }
  await noteSuccess(email, clientAddress);
  return passwordHash;
}

const oldIsWrong = () => invalidField("old_password", "is incorrect.");
