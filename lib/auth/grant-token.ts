import { inTransaction } from "@/lib/db/client";
import { later, now, second } from "@/lib/kit/clock";
import { AppError } from "@/lib/kit/errors";
import { newUlid } from "@/lib/kit/ids";
import type { Scope } from "@/lib/reference/scopes";
import { allowedScopes, isSubset } from "./allowed-scopes";
import { familySeconds, refreshTokenSeconds } from "./contract";
import { isPasswordOf } from "./passwords";
import { hasSecondFactor, proveCode } from "./prove-code";
import { isLocked, noteFailure, noteSuccess } from "./sign-in-tries";
import { findAccountForSignIn, insertFamily } from "./store";
import { writeTokens } from "./tokens";

type Grant = { email: string; password: string; otp?: string | undefined; scopes: Scope[] };

export async function grantToken({ email, password, otp, scopes }: Grant, clientAddress: string) {
  const account = await findAccountForSignIn(email);
  // Compared even for the locked and the unknown: the time an answer takes must not tell.
  const isCorrect = await isPasswordOf(account?.passwordHash, password);
  if (await isLocked(email, clientAddress)) throw incorrectCredentials();
  const refuse = async (): Promise<never> => {
    await noteFailure(email, clientAddress);
    throw incorrectCredentials();
  };
  // Every refusal answers like a wrong password, and counts as one.
  if (!account?.passwordGrant || !isCorrect) return refuse();
  const { accountNumber, passwordHash } = account;
  const withCode = await hasSecondFactor(accountNumber);
  if (withCode && (otp === undefined || !(await proveCode(accountNumber, otp, clientAddress)))) return refuse();
  await noteSuccess(email, clientAddress);

  const id = newUlid();
  const issuedAt = now();
  const expiresAt = later(refreshTokenSeconds * second, issuedAt);
  const endsAt = later(familySeconds * second, issuedAt);
  const isAllowed = isSubset(scopes, allowedScopes(account));
  const revokedAt = isAllowed ? null : issuedAt;
  await inTransaction(async () => {
    const family = { id, accountNumber, passwordHash, scopes, issuedAt, expiresAt, endsAt, revokedAt, withCode };
    if (!(await insertFamily(family))) throw incorrectCredentials();
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
