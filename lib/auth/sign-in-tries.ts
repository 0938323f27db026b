import { networkOf } from "@/lib/kit/addresses";
import { day, later, minute, now } from "@/lib/kit/clock";
import { storedDigest, storedDigests } from "@/lib/kit/crypto";
import { isSandboxEmail } from "@/lib/reference/sandbox";
import { countFailure, forgetTries, readTries, recordSuccess } from "./store";

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
const networkKey = (address: string) => networkOf(address, networkPrefixes);

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
  const isKnownNetwork =
    here.lastSuccessAt !== null && at.getTime() - here.lastSuccessAt.getTime() < successIsRecentFor;
  return here.failures >= failuresPerNetworkMax || (anywhere.failures >= failuresPerEmailMax && !isKnownNetwork);
}

export async function noteFailure(email: string, address: string): Promise<void> {
  const [digest, at] = [digestOf(email), now()];
  const until = later(lockedFor, at);
  await countFailure(digest, networkKey(address), { max: failuresPerNetworkMax, at, until });
  await countFailure(digest, everywhere, { max: failuresPerEmailMax, at, until });
}

export function noteSuccess(email: string, address: string): Promise<void> {
  return recordSuccess(digestOf(email), networkKey(address), now());
}

export function unlockSignIn(email: string): Promise<void> {
  return forgetTries(digestsOf(email));
}
