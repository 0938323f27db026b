import { addressBlock } from "@/lib/http/listener/client-address";
import { day, hour } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { storedDigest, storedDigests } from "@/lib/kit/secrets/crypto";
import type { Environment } from "@/lib/reference/platforms";
import { cardEndingCodes } from "@/lib/reference/response-codes";
import { fingerprintForms, fingerprintOf } from "@/lib/vault/fingerprint";
import { countUnverified, countWrongAmounts } from "./card-store";
import { countVainTries, type Digest, isCardEnded, lockForCounting } from "./guard-store";

/**
 * Against trying out stolen cards: failures after which the guard refuses attempts. An address is refused per merchant:
 * many payers can share one, and failures at one merchant must not stop the payments of the others.
 */
const limits = { perCardAndSession: 3, perCardAndHour: 10, perAddressMerchantAndHour: 60 };
/** From this many failures an hour of one address over all merchants, its attempts need 3DS. */
const authenticationFrom = 120;

/** `card` and `address` are stored. Earlier attempts may hold another form of them, made with an older secret. */
export type Fingerprints = { card: Digest; address: Digest; cardForms: Digest[]; addressForms: Digest[] };

/** Keyed, so that the table alone gives neither a card number nor an address away. */
export function fingerprintsOf(cardNumber: string, clientAddress: string): Fingerprints {
  const address = ["client address", addressBlock(clientAddress)] as const;
  return {
    card: fingerprintOf(cardNumber),
    address: storedDigest(...address),
    cardForms: fingerprintForms(cardNumber),
    addressForms: storedDigests(...address),
  };
}

type Try = {
  session: { id: string; accountNumber: string; environment: Environment };
  fingerprints: Fingerprints;
  now: Date;
  isGuarded: boolean;
};

/**
 * Against finding out how much was charged by guessing: so many cards of one number may wait to be verified, and so
 * many wrong amounts may an account give for it.
 */
const provingLimits = { unverified: 3, wrongAmounts: 6, within: 30 * day };

type Holder = { accountNumber: string; environment: Environment; now: Date };

/** Why no further card of this number may be stored now, or null. Runs inside the transaction that begins the try. */
export async function refusalOfCard(forms: Digest[], holder: Holder): Promise<string | null> {
  if (await hasGuessedTooOften(forms, holder)) return "wrong amounts";
  const unverified = await countUnverified(forms, holder);
  return unverified >= provingLimits.unverified * env().RATE_LIMIT_FACTOR ? "unverified cards" : null;
}

/** Whether so many wrong amounts were given for this number that no more are looked at. */
export async function hasGuessedTooOften(forms: Digest[], holder: Holder): Promise<boolean> {
  await lockForCounting(forms.slice(0, 1));
  const since = new Date(holder.now.getTime() - provingLimits.within);
  const wrong = await countWrongAmounts(forms, holder, since);
  return wrong >= provingLimits.wrongAmounts * env().RATE_LIMIT_FACTOR;
}

/** `refusal` says why the bank is not asked at all. */
export type GuardVerdict = { refusal: string | null; requireAuthentication: boolean };

const refused = (refusal: string): GuardVerdict => ({ refusal, requireAuthentication: false });

/** Runs inside the transaction that begins the attempt. */
export async function judgeTry(attempt: Try): Promise<GuardVerdict> {
  const { now, isGuarded } = attempt;
  const { id: sessionId, accountNumber, environment } = attempt.session;
  const { card, address, cardForms, addressForms } = attempt.fingerprints;
  if (await isCardEnded(sessionId, cardForms, [...cardEndingCodes])) return refused("card ended");
  if (!isGuarded) return { refusal: null, requireAuthentication: false };
  await lockForCounting([card, address]);
  const since = new Date(now.getTime() - hour);
  const tries = await countVainTries(cardForms, addressForms, { sessionId, accountNumber, environment, since });
  const factor = env().RATE_LIMIT_FACTOR;
  if (tries.inSession >= limits.perCardAndSession * factor) return refused("card and session");
  if (tries.ofCard >= limits.perCardAndHour * factor) return refused("card");
  if (tries.ofAddressAtMerchant >= limits.perAddressMerchantAndHour * factor) return refused("address");
  return { refusal: null, requireAuthentication: tries.ofAddress >= authenticationFrom * factor };
}
