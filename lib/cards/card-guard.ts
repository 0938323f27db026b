import { addressBlock } from "@/lib/http/message/client-address";
import { day, hour } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { storedDigest, storedDigests } from "@/lib/kit/secrets/crypto";
import { cardEndingCodes } from "@/lib/reference/decline-codes";
import type { Environment } from "@/lib/reference/platforms";
import { fingerprintForms, fingerprintOf } from "@/lib/vault/fingerprint";
import { countUnverified, countWrongAmounts } from "./card-store";
import { countFailedAttempts, type Digest, isCardEnded, lockForCounting } from "./guard-store";

/**
 * The number of failed attempts after which the card testing guard refuses further attempts. The limit for a client
 * address counts per merchant: many payers can share an address, and failures at one merchant must not stop payments at
 * others.
 */
const limits = { perCardAndSession: 3, perCardAndHour: 10, perAddressMerchantAndHour: 60 };
/** If a client address causes this many failures per hour at all merchants together, its next attempts require 3DS. */
const authenticationFrom = 120;

/**
 * `card` and `address` are stored with the attempt. `cardForms` and `addressForms` also contain the digests under older
 * secrets, to find earlier attempts.
 */
export type Fingerprints = { card: Digest; address: Digest; cardForms: Digest[]; addressForms: Digest[] };

/** Computes keyed digests, so that the attempt table alone reveals neither card numbers nor client addresses. */
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
  session: { id: string; accountNumber: string; environment: Environment; attemptId: string | null };
  fingerprints: Fingerprints;
  now: Date;
  isGuarded: boolean;
};

/**
 * Limits against guessing the amount of a micro-charge: unverified cards per card number, and wrong amounts per card
 * number and account.
 */
const provingLimits = { unverified: 3, wrongAmounts: 6, within: 30 * day };

type Holder = { accountNumber: string; environment: Environment; now: Date };

/**
 * Returns why a card with this number must not be stored now, or null if it may be stored. Call this function inside
 * the transaction that begins the attempt.
 */
export async function refusalOfCard(forms: Digest[], holder: Holder): Promise<string | null> {
  if (await hasGuessedTooOften(forms, holder)) return "wrong amounts";
  const unverified = await countUnverified(forms, holder);
  return unverified >= provingLimits.unverified * env().RATE_LIMIT_FACTOR ? "unverified cards" : null;
}

/** Whether the account entered so many wrong amounts for this card number that further guesses are refused. */
export async function hasGuessedTooOften(forms: Digest[], holder: Holder): Promise<boolean> {
  await lockForCounting(forms.slice(0, 1));
  const since = new Date(holder.now.getTime() - provingLimits.within);
  const wrong = await countWrongAmounts(forms, holder, since);
  return wrong >= provingLimits.wrongAmounts * env().RATE_LIMIT_FACTOR;
}

/** `refusal` is the reason why the attempt must not be sent to the gateway, or null if it may be sent. */
export type GuardVerdict = { refusal: string | null; requireAuthentication: boolean };

const refused = (refusal: string): GuardVerdict => ({ refusal, requireAuthentication: false });

/**
 * Decides whether an attempt may be sent to the gateway. Call this function inside the transaction that begins the
 * attempt.
 */
export async function judgeAttempt(attempt: GuardedAttempt): Promise<GuardVerdict> {
  const { now, isGuarded } = attempt;
  const { id: sessionId, accountNumber, environment, attemptId } = attempt.session;
  const { card, address, cardForms, addressForms } = attempt.fingerprints;
  // The first attempt of a session needs no look at earlier ones.
  const isFirst = attemptId === null;
  if (!isFirst && (await isCardEnded(sessionId, cardForms, [...cardEndingCodes]))) return refused("card ended");
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
