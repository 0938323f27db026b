import { refreshTokenSeconds } from "@/lib/auth/contract";
import { advanceFamily, findFamily, revokeFamily } from "@/lib/auth/store";
import { isSwitchedOff } from "@/lib/http/route/public-credentials";
import { later, now, second } from "@/lib/kit/clock";
import { AppError } from "@/lib/kit/errors";
import type { Scope } from "@/lib/reference/scopes";
import { readRefreshToken, writeTokens } from "./tokens";

/**
 * Within this time, a repeated refresh returns the same tokens: two tabs may refresh at once, or a client may retry.
 */
const repeatWindowMs = 10 * second;

export async function refreshToken(token: string) {
  const presented = readRefreshToken(token);
  if (!presented) throw invalid();
  const { familyId, generation } = presented;
  const at = now();
  const isFirst = await advanceFamily({ id: familyId, generation }, at, later(refreshTokenSeconds * second, at));
  const family = await findFamily(familyId);
  if (!family || family.revokedAt || family.expiresAt <= at || isSwitchedOff(family.accountNumber)) throw invalid();
  const isRepeat = family.generation === generation + 1 && at.getTime() - family.issuedAt.getTime() <= repeatWindowMs;
  if (!isFirst && !isRepeat) {
    // A used refresh token came again, so it may be stolen. All tokens of the family are revoked.
    await revokeFamily(familyId, at);
    throw invalid();
  }
  return writeTokens({
    familyId,
    generation: generation + 1,
    accountNumber: family.accountNumber,
    scopes: family.scopes as Scope[],
    issuedAt: family.issuedAt,
    endsAt: family.endsAt,
  });
}

function invalid(): AppError {
  return new AppError("unauthorised", "The refresh token is invalid.");
}
