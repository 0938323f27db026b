import { networkOf } from "@/lib/http/client-address";
import { day, later, minute, now } from "@/lib/kit/clock";
import { keyedDigest } from "@/lib/kit/crypto";
import { countTry, deleteOver, forgetTries, recordSignIn } from "./store";

/**
 * Lock-out. Ten failures lock an email for the network they came from; fifty, from wherever, lock
 * it for all networks without a recent success, so that an attacker cannot keep the owner out.
 */
export const failuresPerNetworkMax = 10;
export const failuresPerEmailMax = 50;
export const lockedFor = 30 * minute;
const successIsRecentFor = 30 * day;
const everywhere = "*";

// Gap: what counts as one network; see docs/decisions.md.
const networkPrefixes = { ipv4: 24, ipv6: 64 };

const digestOf = (email: string) => keyedDigest("sign-in email", email);
const networkKey = (address: string) => networkOf(address, networkPrefixes);

export async function takeTry(email: string, address: string): Promise<"allowed" | "locked"> {
  const [digest, at] = [digestOf(email), now()];
  const until = later(lockedFor, at);
  const here = await countTry(digest, networkKey(address), { max: failuresPerNetworkMax, at, until });
  if (here.failures > failuresPerNetworkMax) return "locked";
  const anywhere = await countTry(digest, everywhere, { max: failuresPerEmailMax, at, until });
  const isKnownNetwork =
    here.lastSuccessAt !== null && at.getTime() - here.lastSuccessAt.getTime() < successIsRecentFor;
  return anywhere.failures > failuresPerEmailMax && !isKnownNetwork ? "locked" : "allowed";
}

export function noteSuccess(email: string, address: string): Promise<void> {
  return recordSignIn(digestOf(email), networkKey(address), everywhere, now());
}

export function unlockSignIn(email: string): Promise<void> {
  return forgetTries(digestOf(email));
}

/** For the worker: drops token families and counts that no longer mean anything. */
export function tidyAuthentication(): Promise<void> {
  return deleteOver(now(), new Date(now().getTime() - successIsRecentFor));
}
