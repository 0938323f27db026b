import { formatMoney } from "@/lib/format/money";
import { invalidField } from "@/lib/kit/errors";
import { formatMinor, type Minor } from "@/lib/kit/money";
import { type Currency, totalLimits } from "@/lib/reference/currencies";

/** Checks the limits that every currency has for one payment. */
export function checkTotal(field: string, total: Minor, currency: Currency): void {
  const { minimum, maximum } = totalLimits[currency];
  if (total < minimum || total > maximum) {
    throw invalidField(field, `must be between ${formatMinor(minimum)} and ${formatMinor(maximum)} ${currency}.`, {
      rule: "range",
      values: { min: formatMoney({ amount: minimum, currency }), max: formatMoney({ amount: maximum, currency }) },
    });
  }
}
