import { recordChange } from "@/lib/audit/record";
import { emitCardEvent } from "@/lib/cards/card-events";
import { hasGuessedTooOften } from "@/lib/cards/card-guard";
import { toCardRecord } from "@/lib/cards/card-record";
import { inTransaction } from "@/lib/db/client";
import type { Caller } from "@/lib/http/message/caller";
import type { BodyOf } from "@/lib/http/message/endpoint";
import { AppError, selectedInvalid } from "@/lib/kit/errors";
import type { Minor } from "@/lib/kit/money";
import type { Environment } from "@/lib/reference/platforms";
import { readCard } from "@/lib/vault/cards";
import { fingerprintForms } from "@/lib/vault/fingerprint";
import type { verifyCardEndpoint } from "./contract";
import { removeCard, voidMicroCharge } from "./remove-card";
import { checkVerifiable, wrongAmountsMax } from "./rules";
import { type CardRow, endCard, type LockedCard, lockCard, noteWrongAmount } from "./store";

/** Verifies a card by the amount of its micro-charge, which the cardholder sees on the card statement. */
export async function verifyCard(
  caller: Caller,
  environment: Environment,
  uuid: string,
  { amount }: BodyOf<typeof verifyCardEndpoint>,
) {
  // The error is thrown after the commit, so that the wrong amount stays counted.
  const verdict = await inTransaction(() => compare(caller, environment, uuid, amount));
  if (verdict.kind === "wrong_amount") {
    throw new AppError("invalid", "The amount is incorrect.", {
      fields: { tries_left: verdict.attemptsLeft },
      refusal: { reason: "amount_untrue", values: { count: verdict.attemptsLeft } },
    });
  }
  return { message: "OK" as const, data: toCardRecord(verdict.card) };
}

/**
 * Returns the card's fingerprints under all secrets. Deleted cards with the same number may have a fingerprint under an
 * older secret.
 */
async function formsOf({ attemptId: id, accountNumber, environment, fingerprint }: LockedCard) {
  const number = await readCard({ id, accountNumber, environment }).catch(() => null);
  return number === null ? [fingerprint] : fingerprintForms(number);
}

type Verdict = { kind: "verified"; card: CardRow } | { kind: "wrong_amount"; attemptsLeft: number };

/**
 * Compares the entered amount with the micro-charge. Locks the card, so that concurrent guesses are counted one after
 * another.
 */
async function compare(caller: Caller, environment: Environment, uuid: string, amount: Minor): Promise<Verdict> {
  const card = await lockCard(uuid, { accountNumber: caller.accountNumber, environment });
  if (!card) throw selectedInvalid("uuid");
  checkVerifiable(card);
  if (await hasGuessedTooOften(await formsOf(card), card)) {
    throw new AppError("forbidden", "Too many wrong amounts were given for this card.", {
      refusal: { reason: "card_tries_over" },
    });
  }
  if (amount === card.microCharge) {
    const verified = await endCard(card, "verified");
    await voidMicroCharge(card, "verified");
    await emitCardEvent("trusted_card.verified", verified);
    await recordChange(caller, "trusted_card.verified", { subject: uuid, detail: { environment } });
    return { kind: "verified", card: verified };
  }
  await noteWrongAmount(card);
  const attemptsLeft = wrongAmountsMax - card.failures - 1;
  if (attemptsLeft === 0) {
    await removeCard(card, "wrong amounts");
    const detail = { environment, because: "wrong amounts" };
    await recordChange(caller, "trusted_card.deleted", { subject: uuid, detail });
  }
  return { kind: "wrong_amount", attemptsLeft };
}
