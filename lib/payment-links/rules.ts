import type { Minor } from "@/lib/kit/money";

/** Pure rules of payment links. */

/** A fixed price, or the bounds of an amount that the payer chooses. */
export type Price = { amount: Minor | null; amountMin: Minor | null; amountMax: Minor | null };

/** What a payment can be about: the price, and the most pieces that it can buy. */
export type Offer = Price & { quantityMax: number | null };

/** The end of a sentence about a field of a price that cannot be used, or null. */
export function priceProblem({
  amount,
  amountMin,
  amountMax,
}: Price): [field: "amount" | "amount_min" | "amount_max", problem: string] | null {
  const isChosen = amountMin !== null || amountMax !== null;
  if (amount === null && !isChosen)
    return ["amount", "field is required unless amount_min and amount_max are present."];
  if (amount !== null && isChosen) return ["amount", "must not be present with amount_min or amount_max."];
  if (amount !== null) return null;
  if (amountMin === null) return ["amount_min", "field is required when amount_max is present."];
  if (amountMax === null) return ["amount_max", "field is required when amount_min is present."];
  return amountMin >= amountMax ? ["amount_max", "must be greater than amount_min."] : null;
}

/** The end of a sentence about a `max_quantity` that cannot be used, or null. So many pieces must fit in a payment. */
export function quantityMaxProblem({ amount, quantityMax }: Offer, maximum: Minor): string | null {
  if (quantityMax === null) return null;
  if (amount === null) return "must not be present if the payer chooses the amount.";
  const most = maximum / amount;
  return quantityMax > most
    ? `may not be greater than ${most} at this price, because of the limit of a payment.`
    : null;
}

type Stock = { quantityMax: number | null; usesMax: number | null; uses: number };

/** The most pieces that a payer can choose now, or null if the payer does not choose. */
export function quantityOffered({ quantityMax, usesMax, uses }: Stock): number | null {
  if (quantityMax === null) return null;
  return usesMax === null ? quantityMax : Math.max(1, Math.min(quantityMax, usesMax - uses));
}

/** A one-time link is paid, and a stock is sold out. */
export const isStock = ({ usesMax }: Pick<Stock, "usesMax">): boolean => usesMax !== 1;

export const isWithinBounds = ({ amountMin, amountMax }: Price, chosen: Minor): boolean =>
  amountMin !== null && amountMax !== null && chosen >= amountMin && chosen <= amountMax;
