import type { Minor } from "@/lib/kit/money";

/** Pure rules of payment links. */

/** A fixed price, or the bounds of an amount that the payer chooses. */
export type Price = { amount: Minor | null; amountMin: Minor | null; amountMax: Minor | null };

/** The end of a sentence about a field of a price that cannot be used, or null. */
export function priceProblem({ amount, amountMin, amountMax }: Price): [field: string, problem: string] | null {
  const isChosen = amountMin !== null || amountMax !== null;
  if (amount === null && !isChosen)
    return ["amount", "field is required unless amount_min and amount_max are present."];
  if (amount !== null && isChosen) return ["amount", "must not be present with amount_min or amount_max."];
  if (amount !== null) return null;
  if (amountMin === null) return ["amount_min", "field is required when amount_max is present."];
  if (amountMax === null) return ["amount_max", "field is required when amount_min is present."];
  return amountMin >= amountMax ? ["amount_max", "must be greater than amount_min."] : null;
}

export const isWithinBounds = ({ amountMin, amountMax }: Price, chosen: Minor): boolean =>
  amountMin !== null && amountMax !== null && chosen >= amountMin && chosen <= amountMax;
