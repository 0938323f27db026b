import type { Caller } from "@/lib/http/message/caller";
import type { QueryOf } from "@/lib/http/message/endpoint";
import { invalidField } from "@/lib/kit/errors";
import { formatMinor, type Minor } from "@/lib/kit/money";
import { type Currency, currencies, currenciesOf, totalLimits } from "@/lib/reference/currencies";
import { feeRates, feeStructures } from "@/lib/reference/fees";
import { environments, type Platform, platforms } from "@/lib/reference/platforms";
import type { quoteFeesEndpoint } from "./contract";
import { computeFees } from "./fees";
import { findChosenCurrencies } from "./history/store";
import { checkTotal } from "./total-limits";

/** The API specification requires numbers for quoted fees and limits. All other amounts of the API are strings. */
const asNumber = (amount: Minor): number => Number(formatMinor(amount));

export function quoteFees(caller: Caller, query: QueryOf<typeof quoteFeesEndpoint>) {
  const { currency, amount: total, fee_structure: feeStructure } = query;
  const platform = query.country_code ?? caller.homePlatform;
  if (!caller.platforms.includes(platform)) throw invalidField("country_code", "is not a platform of this account.");
  if (!currenciesOf(platform).includes(currency)) throw invalidField("currency", `is not a currency of ${platform}.`);
  checkTotal("amount", total, currency);
  const fees = computeFees({ platform, currency, total, feeStructure });
  return {
    message: "OK" as const,
    data: {
      currency,
      fee_structure: feeStructure,
      fee_name: `${platforms[platform].name} card processing`,
      original_total: asNumber(total),
      customer_total: asNumber(fees.customerTotal),
      customer_fee: asNumber(fees.customerFee),
      merchant_total: asNumber(fees.merchantTotal),
      merchant_fee: asNumber(fees.merchantFee),
      description: `${rateOf(platform, currency)} ${feeStructures[feeStructure]}`,
    },
  };
}

/** Returns the fee rate as text, such as `3.50 % + 0.25 USD.` */
function rateOf(platform: Platform, currency: Currency): string {
  const { percentage, tax, fixed } = feeRates[platform];
  const parts = [`${formatMinor(percentage)} %`];
  if (fixed[currency]) parts.push(`${formatMinor(fixed[currency])} ${currency}`);
  return `${parts.join(" + ")}${tax > 0n ? `, and ${formatMinor(tax)} % tax on it` : ""}.`;
}

/** Lists only currencies and totals that a payment request of this account can use. */
export async function describeTransactions({ accountNumber, platforms: own }: Caller) {
  const chosen = await findChosenCurrencies(accountNumber);
  const accepted = currencies.filter(
    (currency) =>
      own.some((platform) => currenciesOf(platform).includes(currency)) &&
      (chosen.length === 0 || chosen.includes(currency)),
  );
  const totals = accepted.map((currency) => {
    const { minimum, maximum } = totalLimits[currency];
    return [currency, { minimum: asNumber(minimum), maximum: asNumber(maximum) }] as const;
  });
  return {
    message: "OK" as const,
    data: {
      currencies: accepted,
      environments: [...environments],
      fee_structures: { ...feeStructures },
      totals: Object.fromEntries(totals),
    },
  };
}
