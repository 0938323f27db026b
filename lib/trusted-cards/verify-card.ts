import { hasGuessedTooOften } from "@/lib/checkout/card-guard";
import { inTransaction } from "@/lib/db/client";
import type { Caller, Owner } from "@/lib/http/caller";
import type { BodyOf } from "@/lib/http/endpoint";
import { AppError, selectedInvalid } from "@/lib/kit/errors";
import type { Minor } from "@/lib/kit/money";
import type { Environment } from "@/lib/reference/platforms";
import type { verifyCardEndpoint } from "./contract";
import { retrieveCard } from "./read-cards";
import { removeCard, takeBack } from "./remove-card";
import { checkVerifiable, wrongAmountsMax } from "./rules";
import { endCard, lockCard, noteWrongAmount } from "./store";

/** The holder read the amount off the statement: whoever knows it has the card. */
export async function verifyCard(
  caller: Caller,
  environment: Environment,
  uuid: string,
  { amount }: BodyOf<typeof verifyCardEndpoint>,
) {
  const { accountNumber } = caller;
  // A wrong amount is written down, and only then told.
  const triesLeft = await inTransaction(() => compare({ accountNumber, environment }, uuid, amount));
  if (triesLeft !== null) {
    throw new AppError("invalid", "The amount is incorrect.", { fields: { tries_left: triesLeft } });
  }
  return retrieveCard(caller, environment, uuid);
}

/** How many tries a wrong amount leaves, or null where it is right. The card is locked: guesses come one after another. */
async function compare(owner: Owner, uuid: string, amount: Minor): Promise<number | null> {
  const card = await lockCard(uuid, owner);
  if (!card) throw selectedInvalid("uuid");
  checkVerifiable(card);
  if (await hasGuessedTooOften(card.fingerprint, card)) {
    throw new AppError("forbidden", "Too many wrong amounts were given for this card.");
  }
  if (amount === card.microCharge) {
    await endCard(card, "verified");
    await takeBack(card, "verified");
    return null;
  }
  await noteWrongAmount(card);
  const triesLeft = wrongAmountsMax - card.failures - 1;
  if (triesLeft === 0) await removeCard(card, "wrong amounts");
  return triesLeft;
}
