import { later, now, second } from "@/lib/kit/clock";
import { AppError } from "@/lib/kit/errors";
import { newUlid } from "@/lib/kit/ids";
import type { Scope } from "@/lib/reference/scopes";
import { allowedScopes, isSubset } from "./allowed-scopes";
import { accessTokenSeconds, refreshTokenSeconds } from "./contract";
import { isPasswordOf } from "./passwords";
import { noteSuccess, takeTry } from "./sign-in-tries";
import { findAccountForSignIn, insertFamily } from "./store";
import { type Generation, writeAccessToken, writeRefreshToken } from "./tokens";

type Grant = { email: string; password: string; scopes: Scope[] };

export async function grantToken({ email, password, scopes }: Grant, clientAddress: string) {
  const turn = await takeTry(email, clientAddress);
  const account = await findAccountForSignIn(email);
  // Compared even for the locked and the unknown: the time an answer takes must not tell.
  const isCorrect = await isPasswordOf(account?.passwordHash, password);
  if (!account || !isCorrect || turn === "locked") throw incorrectCredentials();
  await noteSuccess(email, clientAddress);

  const { accountNumber } = account;
  const issuedAt = now();
  const isAllowed = isSubset(scopes, allowedScopes(account));
  const family = await insertFamily({
    id: newUlid(),
    accountNumber,
    scopes,
    issuedAt,
    expiresAt: later(refreshTokenSeconds * second, issuedAt),
    revokedAt: isAllowed ? null : issuedAt,
  });
  if (!isAllowed) throw new AppError("forbidden", "Forbidden");
  return writeTokens({ familyId: family.id, generation: family.generation, accountNumber, scopes, issuedAt });
}

/** The answer of grant and refresh. */
export async function writeTokens(generation: Generation) {
  return {
    message: "OK" as const,
    token_type: "Bearer" as const,
    expires_in: accessTokenSeconds as typeof accessTokenSeconds,
    access_token: await writeAccessToken(generation),
    refresh_token: writeRefreshToken(generation),
  };
}

function incorrectCredentials(): AppError {
  const message = "The user credentials were incorrect.";
  return new AppError("unauthorised", message, {
    fields: { error: "invalid_credentials", error_description: message },
  });
}
