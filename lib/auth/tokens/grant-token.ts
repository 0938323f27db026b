import { recordSignIn } from "@/lib/audit/record";
import { allowedScopes, isSubset } from "@/lib/auth/allowed-scopes";
import { familySeconds, refreshTokenSeconds } from "@/lib/auth/contract";
import { recordNetwork } from "@/lib/auth/sign-in/known-networks";
import { findByPassword } from "@/lib/auth/sign-in/passwords";
import { hasSecondFactor, proveCode } from "@/lib/auth/sign-in/prove-code";
import { isLocked, recordSignInFailure, recordSignInSuccess } from "@/lib/auth/sign-in/sign-in-attempts";
import { findAccountsForSignIn, insertFamily } from "@/lib/auth/store";
import { inTransaction } from "@/lib/db/client";
import { isSwitchedOff } from "@/lib/http/route/public-credentials";
import { later, now, second } from "@/lib/kit/clock";
import { AppError } from "@/lib/kit/errors";
import { newUlid } from "@/lib/kit/ids";
import { mailMerchant } from "@/lib/mail/mail-merchant";
import type { Scope } from "@/lib/reference/scopes";
import { writeTokens } from "./tokens";

type Grant = { email: string; password: string; otp?: string | undefined; scopes: Scope[] };

export async function grantToken({ email, password, otp, scopes }: Grant, clientAddress: string) {
  const candidates = await findAccountsForSignIn(email);
  // Locked and unknown email addresses are hashed too, so that the response time reveals nothing.
  const account = await findByPassword(candidates, password);
  if (await isLocked(email, clientAddress)) throw incorrectCredentials();
  // If unconfirmed accounts share the email address, a wrong password cannot be attributed to one of them.
  const [only] = candidates.length === 1 ? candidates : [account];
  if (!only) {
    await recordSignInFailure(email, clientAddress, null);
    throw incorrectCredentials();
  }
  const login = { accountNumber: only.accountNumber, memberId: only.accountNumber };
  const refuse = async (outcome: string): Promise<never> => {
    await recordSignInFailure(email, clientAddress, { ...login, via: "token grant", outcome });
    throw incorrectCredentials();
  };
  // Every refusal gives the same response as a wrong password, and counts as a failed attempt.
  if (!account || isSwitchedOff(account.accountNumber)) return refuse("wrong password");
  const { accountNumber, passwordHash, passwordGrant } = account;
  if (!passwordGrant) return refuse("password grant off");
  const withCode = await hasSecondFactor(accountNumber);
  if (withCode && otp === undefined) return refuse("code missing");
  if (withCode && !(await proveCode(login, otp ?? "", clientAddress))) return refuse("wrong code");
  await recordSignInSuccess(email, clientAddress);

  const id = newUlid();
  const issuedAt = now();
  const expiresAt = later(refreshTokenSeconds * second, issuedAt);
  const endsAt = later(familySeconds * second, issuedAt);
  const isAllowed = isSubset(scopes, allowedScopes(account));
  const revokedAt = isAllowed ? null : issuedAt;
  await inTransaction(async () => {
    const family = { id, accountNumber, passwordHash, scopes, issuedAt, expiresAt, endsAt, revokedAt, withCode };
    if (!(await insertFamily(family))) throw incorrectCredentials();
    if (isAllowed && (await recordNetwork(accountNumber, clientAddress)))
      await mailMerchant.grantedToNewNetwork(accountNumber, clientAddress);
    const [action, outcome] = isAllowed
      ? (["token.granted", "granted"] as const)
      : (["token.refused", "scopes not allowed"] as const);
    const detail = { outcome, address: clientAddress, scopes };
    await recordSignIn(`token ${id}`, accountNumber, action, { subject: id, detail });
  });
  if (!isAllowed) throw new AppError("forbidden", "Forbidden");
  return writeTokens({ familyId: id, generation: 1, accountNumber, scopes, issuedAt, endsAt });
}

function incorrectCredentials(): AppError {
  const message = "The user credentials were incorrect.";
  return new AppError("unauthorised", message, {
    fields: { error: "invalid_credentials", error_description: message },
  });
}
