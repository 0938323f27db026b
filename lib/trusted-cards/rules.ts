import { hasExpired, monthOf } from "@/lib/checkout/page/card-fields";
import { AppError } from "@/lib/kit/errors";
import type { CardRow, LockedCard } from "./store";

/** Rules for verifying and charging a stored card. */

export const methodDefault = "credit_card_co";
/** The default `origin` of sessions that store or charge a card. */
export const origin = "trusted-cards";

/**
 * The customer verifies a card by entering the amount of its micro-charge. After this many wrong amounts the card is
 * deleted. `lib/cards/card-guard.ts` limits the wrong amounts of one card number over all its records.
 */
export const wrongAmountsMax = 3;

export function checkVerifiable({ isVerified, isClosed, verifyBy, now }: LockedCard): void {
  if (isVerified)
    throw new AppError("forbidden", "The card has already been verified.", { refusal: { reason: "card_verified" } });
  if (isClosed || now >= verifyBy)
    throw new AppError("forbidden", "The time to verify this card is over.", { refusal: { reason: "card_closed" } });
}

export function checkChargeable({ verifiedAt, expiryMonth, expiryYear }: CardRow, now: Date): void {
  if (!verifiedAt) throw new AppError("invalid", "The card has not been verified.");
  if (hasExpired({ month: expiryMonth, year: expiryYear }, monthOf(now)))
    throw new AppError("invalid", "The card has expired.");
}
