import { recordChange } from "@/lib/audit/record";
import { checkLastPasswords } from "@/lib/auth/sign-in/check-last-passwords";
import { checkNewPassword, hashPassword } from "@/lib/auth/sign-in/passwords";
import { provePassword } from "@/lib/auth/sign-in/prove-password";
import { endTokens } from "@/lib/auth/tokens/revoke-token";
import { inTransaction } from "@/lib/db/client";
import type { Caller } from "@/lib/http/message/caller";
import type { BodyOf } from "@/lib/http/message/endpoint";
import { AppError, invalidField } from "@/lib/kit/errors";
import { mailMerchant } from "@/lib/mail/mail-merchant";
import { isSandboxSeed } from "@/lib/reference/sandbox";
import type { changePasswordEndpoint } from "./contract";
import { findSignIn, updatePassword } from "./store";

type Change = BodyOf<typeof changePasswordEndpoint>;

export async function changePassword(caller: Caller, change: Change, clientAddress: string) {
  const { accountNumber } = caller;
  checkCaller(caller);
  const { email, passwordHash } = await findSignIn(accountNumber);
  checkNewPassword(change, email);
  // An account without an email address is locked out by its account number instead.
  const signIn = { email: email ?? accountNumber, passwordHash, accountNumber, memberId: accountNumber };
  await provePassword(signIn, change.old_password, clientAddress, oldIsWrong);
  await checkLastPasswords(accountNumber, change.new_password);
  const newHash = await hashPassword(change.new_password);
  await inTransaction(async () => {
    if (!(await updatePassword(accountNumber, signIn.passwordHash, newHash))) throw oldIsWrong();
    await endTokens(accountNumber);
    await mailMerchant.passwordChanged(accountNumber);
    await recordChange(caller, "password.changed");
  });
  return { message: "OK" as const };
}

/** An API key may not set the password, because its holder could then sign in and gain scopes. */
function checkCaller({ accountNumber, credential }: Caller): void {
  if (credential.kind === "api-key") throw new AppError("forbidden", "An API key cannot change the password.");
  if (isSandboxSeed(accountNumber)) {
    throw new AppError("conflict", "The public sandbox accounts keep their password.", {
      refusal: { reason: "public_account" },
    });
  }
}

const oldIsWrong = () => invalidField("old_password", "is incorrect.", { rule: "incorrect" });
