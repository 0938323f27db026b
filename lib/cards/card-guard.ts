import { addressBlock } from "@/lib/http/listener/client-address";
import { day, hour } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { storedDigest, storedDigests } from "@/lib/kit/secrets/crypto";
import type { Environment } from "@/lib/reference/platforms";
import { cardEndingCodes } from "@/lib/reference/response-codes";
import { fingerprintForms, fingerprintOf } from "@/lib/vault/fingerprint";
import { countUnverified, countWrongAmounts } from "./card-store";
import { countFailedAttempts, type Digest, isCardEnded, lockForCounting } from "./guard-store";

/**
 * Failures after which the guard against card testing refuses attempts. The limit of an address counts per merchant: many
 * payers can share an address, and failures at one merchant must not stop payments at others.
 */
const limits = { perCardAndSession: 3, perCardAndHour: 10, perAddressMerchantAndHour: 60 };
/** From this many failures per address and hour, over all merchants, attempts from the address need 3DS. */
const authenticationFrom = 120;

/** `card` and `address` are stored. Earlier attempts may hold other forms, made with an older secret. */
export type Fingerprints = { card: Digest; address: Digest; cardForms: Digest[]; addressForms: Digest[] };

/** Keyed digests, so that the table alone reveals neither card numbers nor addresses. */
export function fingerprintsOf(cardNumber: string, clientAddress: string): Fingerprints {
  const address = ["client address", addressBlock(clientAddress)] as const;
  return {
    card: fingerprintOf(cardNumber),
    address: storedDigest(...address),
    cardForms: fingerprintForms(cardNumber),
    addressForms: storedDigests(...address),
  };
}

type GuardedAttempt = {
  session: { id: string; accountNumber: string; environment: Environment };
  fingerprints: Fingerprints;
  now: Date;
  isGuarded: boolean;
};

/** Limits against guessing micro-charges: unverified cards per number, and wrong amounts per number and account. */
const provingLimits = { unverified: 3, wrongAmounts: 6, within: 30 * day };

type Holder = { accountNumber: string; environment: Environment; now: Date };

/** Why no card of this number may be stored now, or null. Runs inside the transaction that begins the attempt. */
export async function refusalOfCard(forms: Digest[], holder: Holder): Promise<string | null> {
  if (await hasGuessedTooOften(forms, holder)) return "wrong amounts";
  const unverified = await countUnverified(forms, holder);
  return unverified >= provingLimits.unverified * env().RATE_LIMIT_FACTOR ? "unverified cards" : null;
}

/** Whether the account gave too many wrong amounts for this number to verify it any more. */
export async function hasGuessedTooOften(forms: Digest[], holder: Holder): Promise<boolean> {
  await lockForCounting(forms.slice(0, 1));
  const since = new Date(holder.now.getTime() - provingLimits.within);
  const wrong = await countWrongAmounts(forms, holder, since);
  return wrong >= provingLimits.wrongAmounts * env().RATE_LIMIT_FACTOR;
}

/** `refusal` says why the attempt is not sent to the gateway; null if it is. */
export type GuardVerdict = { refusal: string | null; requireAuthentication: boolean };

const refused = (refusal: string): GuardVerdict => ({ refusal, requireAuthentication: false });

/** Runs inside the transaction that begins the attempt. */
export async function judgeAttempt(attempt: GuardedAttempt): Promise<GuardVerdict> {
  const { now, isGuarded } = attempt;
  const { id: sessionId, accountNumber, environment } = attempt.session;
  const { card, address, cardForms, addressForms } = attempt.fingerprints;
  if (await isCardEnded(sessionId, cardForms, [...cardEndingCodes])) return refused("card ended");
  if (!isGuarded) return { refusal: null, requireAuthentication: false };
  await lockForCounting([card, address]);
  const since = new Date(now.getTime() - hour);
  const failures = await countFailedAttempts(cardForms, addressForms, { sessionId, accountNumber, environment, since });
  const factor = env().RATE_LIMIT_FACTOR;
  if (failures.inSession >= limits.perCardAndSession * factor) return refused("card and session");
  if (failures.ofCard >= limits.perCardAndHour * factor) return refused("card");
  if (failures.ofAddressAtMerchant >= limits.perAddressMerchantAndHour * factor) return refused("address");
  return { refusal: null, requireAuthentication: failures.ofAddress >= authenticationFrom * factor };
}
