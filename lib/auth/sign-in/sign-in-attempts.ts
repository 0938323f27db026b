import { isSharedEmail } from "@/lib/auth/store";
import { networkOf } from "@/lib/kit/addresses";
import { day, later, minute, now } from "@/lib/kit/clock";
import { storedDigest, storedDigests } from "@/lib/kit/secrets/crypto";
import { isSandboxEmail } from "@/lib/reference/sandbox";
import { type Login, recordFailure } from "./record-failure";
import { countFailure, deleteSignInAttempts, readSignInAttempts, recordSuccess, uncountFailure } from "./store";

/**
 * Sign-in lock-out. Ten failures from one network lock an email address for that network. Fifty failures from all
 * networks together lock it for every network without a recent success. So an attacker cannot lock the owner out.
 */
const failuresPerNetworkMax = 10;
const failuresPerEmailMax = 50;
export const lockOutMs = 30 * minute;
export const recentSuccessMs = 30 * day;
const everywhere = "*";

// The size of one network. The API specification leaves it open; docs/behaviour.md explains the choice.
const networkPrefixes = { ipv4: 24, ipv6: 64 };

const digestPurpose = "sign-in email";
const digestOf = (email: string) => storedDigest(digestPurpose, email);
const digestsOf = (email: string) => storedDigests(digestPurpose, email);
export const networkKey = (address: string) => networkOf(address, networkPrefixes);

/**
 * Whether sign-ins to this email address are locked for a network. Call after comparing the password, not before: then
 * parallel guesses see the failures of guesses compared earlier. The public sandbox is never locked: its password is
 * published, so one user could lock out all others.
 */
export async function isLocked(email: string, address: string): Promise<boolean> {
  if (isSandboxEmail(email)) return false;
  const [digests, at] = [digestsOf(email), now()];
  const [here, anywhere] = await Promise.all([
    readSignInAttempts(digests, networkKey(address), at),
    readSignInAttempts(digests, everywhere, at),
  ]);
  const isLockedHere = here.failures >= failuresPerNetworkMax;
  return isLockedHere || (anywhere.failures >= failuresPerEmailMax && !isRecent(here.lastSuccessAt, at));
}

const isRecent = (success: Date | null, at: Date): boolean =>
  success !== null && at.getTime() - success.getTime() < recentSuccessMs;

/** The member whose sign-in failed, where it failed (`via`) and why (`outcome`). */
export type FailedLogin = Login & { via: "dashboard" | "token grant" | "password check"; outcome: string };

/** Counts a failed sign-in. `login` is null if no account has this email address; then there is no audit chain. */
export async function recordSignInFailure(email: string, address: string, login: FailedLogin | null): Promise<void> {
  const [digest, at] = [digestOf(email), now()];
  const until = later(lockOutMs, at);
  await countFailure(digest, networkKey(address), { max: failuresPerNetworkMax, at, until });
  const counted = await countFailure(digest, everywhere, { max: failuresPerEmailMax, at, until });
  if (!login || !counted) return;
  const { via, outcome, ...member } = login;
  recordFailure("sign_in.failed", member, { via, outcome, address, failures: counted.failures });
}

/**
 * Counts a failure before the code is compared, so that parallel guesses get no more attempts than sequential ones.
 * Returns null while locked, otherwise the number of failures from all networks, this attempt included.
 */
export async function claimAttempt(identity: string, address: string): Promise<number | null> {
  // `isLocked()` also includes failures that were counted under older secrets. `countFailure()` does not.
  if (await isLocked(identity, address)) return null;
  const [digest, at] = [digestOf(identity), now()];
  const until = later(lockOutMs, at);
  const here = await countFailure(digest, networkKey(address), { max: failuresPerNetworkMax, at, until });
  if (!here) return null;
  const anywhere = await countFailure(digest, everywhere, { max: failuresPerEmailMax, at, until });
  if (!anywhere && !isRecent(here.lastSuccessAt, at)) return null;
  return anywhere?.failures ?? failuresPerEmailMax;
}

/** Records that the code was correct, and removes the failure that `claimAttempt` counted in advance. */
export async function recordCorrectAttempt(identity: string, address: string): Promise<void> {
  await recordSignInSuccess(identity, address);
  await uncountFailure(digestOf(identity), everywhere);
}

/**
 * Resets the failure count of this network after a successful sign-in. Does nothing if several unconfirmed accounts
 * share the email address: the correct password of one account must not allow more guesses at the others.
 */
export async function recordSignInSuccess(email: string, address: string): Promise<void> {
  if (await isSharedEmail(email)) return;
  await recordSuccess(digestOf(email), networkKey(address), now());
}

export function unlockSignIn(email: string): Promise<void> {
  return deleteSignInAttempts(digestsOf(email));
}
