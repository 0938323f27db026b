import { hasExpired, monthOf } from "@/lib/checkout/page/card-fields";
import { now } from "@/lib/kit/clock";

/** Adds to a record of the API whether the card's expiry month is over. The record has the year's last two digits. */
export function markExpired<Card extends { exp_mm: string; exp_yy: string }>(
  card: Card,
): Card & { isExpired: boolean } {
  const expiry = { month: Number(card.exp_mm), year: 2000 + Number(card.exp_yy) };
  return { ...card, isExpired: hasExpired(expiry, monthOf(now())) };
}
