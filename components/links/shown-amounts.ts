import { formatMoney } from "@/lib/format/money";
import type { LinkView } from "@/lib/payment-links/link-view";
import type { Language } from "@/lib/reference/languages";

/** The bounds of an amount that the payer chooses. */
export function boundsOf({ amountMin, amountMax, currency }: LinkView, language: Language) {
  const format = (amount: bigint | null) => formatMoney({ amount: amount ?? 0n, currency, language });
  return { least: format(amountMin), most: format(amountMax) };
}
