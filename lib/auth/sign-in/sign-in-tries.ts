import { isSharedEmail } from "@/lib/auth/store";
import { networkOf } from "@/lib/kit/addresses";
import { day, later, minute, now } from "@/lib/kit/clock";
import { storedDigest, storedDigests } from "@/lib/kit/secrets/crypto";
import { isSandboxEmail } from "@/lib/reference/sandbox";
import { type Login, recordFailure } from "./record-failure";
import { countFailure, forgetTries, readTries, recordSuccess, uncountFailure } from "./tries-store";

/**
 * Lock-out. Ten failures lock an email for the network they came from; fifty, from wherever, lock
 * it for all networks without a recent success, so that an attacker cannot keep the owner out.
 */
const failuresPerNetworkMax = 10;
const failuresPerEmailMax = 50;
export const lockedFor = 30 * minute;
export const successIsRecentFor = 30 * day;
const everywhere = "*";

// Gap: what counts as one network; see docs/decisions.md.
const networkPrefixes = { ipv4: 24, ipv6: 64 };

const digestPurpose = "sign-in email";
const digestOf = (email: string) => storedDigest(digestPurpose, email);
const digestsOf = (email: string) => storedDigests(digestPurpose, email);
export const networkKey = (address: string) => networkOf(address, networkPrefixes);

/**
 * Asked after the password was compared, not before: guesses sent in parallel then find the
 * failures of those that were compared before them, and a burst of correct ones finds none. The public sandbox is never
 * locked: everybody knows its password, so a lock would only let anybody keep the others out.
 */
export async function isLocked(email: string, address: string): Promise<boolean> {
  if (isSandboxEmail(email)) return false;
  const [digests, at] = [digestsOf(email), now()];
  const [here, anywhere] = await Promise.all([
    readTries(digests, networkKey(address), at),
    readTries(digests, everywhere, at),
  ]);
  const isLockedHere = here.failures >= failuresPerNetworkMax;
  return isLockedHere || (anywhere.failures >= failuresPerEmailMax && !isRecent(here.lastSuccessAt, at));
}

const isRecent = (success: Date | null, at: Date): boolean =>
  success !== null && at.getTime() - success.getTime() < successIsRecentFor;

/** How a sign-in failed, and whose it was. */
export type FailedLogin = Login & { via: "dashboard" | "token grant" | "password check"; outcome: string };

/** Counts a wrong password. Null for an email without an account: there is no chain to record it in. */
export async function recordSignInFailure(email: string, address: string, login: FailedLogin | null): Promise<void> {
  const [digest, at] = [digestOf(email), now()];
  const until = later(lockedFor, at);
  await countFailure(digest, networkKey(address), { max: failuresPerNetworkMax, at, until });
  const counted = await countFailure(digest, everywhere, { max: failuresPerEmailMax, at, until });
  if (!login || !counted) return;
  const { via, outcome, ...whose } = login;
  recordFailure("sign_in.failed", whose, { via, outcome, address, failures: counted.failures });
}

/**
 * Counts a try before it is compared, so that guesses sent in parallel have no more tries than guesses in a row. Null
 * while locked, else the failures of all networks, with this try among them.
 */
export async function takeTry(who: string, address: string): Promise<number | null> {
  // Reads the failures that were counted under older secrets as well.
  if (await isLocked(who, address)) return null;
  const [digest, at] = [digestOf(who), now()];
  const until = later(lockedFor, at);
  const here = await countFailure(digest, networkKey(address), { max: failuresPerNetworkMax, at, until });
  if (!here) return null;
  const anywhere = await countFailure(digest, everywhere, { max: failuresPerEmailMax, at, until });
  if (!anywhere && !isRecent(here.lastSuccessAt, at)) return null;
  return anywhere?.failures ?? failuresPerEmailMax;
}

/** The try that `takeTry` counted was no failure. */
export async function noteCorrectTry(who: string, address: string): Promise<void> {
  await noteSuccess(who, address);
  await uncountFailure(digestOf(who), everywhere);
}

/**
 * Forgets the failures of this network. Not where several unconfirmed accounts share the address: the right password of one
 * must not buy more guesses at the others.
 */
export async function noteSuccess(email: string, address: string): Promise<void> {
  if (await isSharedEmail(email)) return;
  await recordSuccess(digestOf(email), networkKey(address), now());
}

export function unlockSignIn(email: string): Promise<void> {
  return forgetTries(digestsOf(email));
}
