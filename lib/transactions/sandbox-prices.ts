import { formatMoney } from "@/lib/format/money";
import { feeRates } from "@/lib/reference/fees";
import { type Platform, platforms } from "@/lib/reference/platforms";
import { computeFees } from "./fees";

const countries: readonly Platform[] = ["TT", "JM", "BB", "GY", "GD"];

/** About the price of a meal in each country. */
const examples: Readonly<Record<Platform, bigint>> = {
  TT: 100_00n,
  JM: 2_000_00n,
  BB: 30_00n,
  GY: 3_000_00n,
  GD: 40_00n,
};

const percentage = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 2 });
const percentOf = (basisPoints: bigint) => percentage.format(Number(basisPoints) / 10_000);

/** The fee of each country in words, with the fee of an example payment. */
export function sandboxPrices() {
  return countries.map((platform) => {
    const { currency, name } = platforms[platform];
    const rate = feeRates[platform];
    const fixed = rate.fixed[currency];
    const total = examples[platform];
    const { fee } = computeFees({ platform, currency, total, feeStructure: "customer_pay" });
    const parts = [
      percentOf(rate.percentage),
      ...(rate.tax > 0n ? [`${percentOf(rate.tax)} tax on it`] : []),
      ...(fixed ? [formatMoney({ amount: fixed, currency })] : []),
    ];
    return {
      country: name,
      fee: parts.join(" + "),
      example: `On ${formatMoney({ amount: total, currency })}`,
      exampleFee: formatMoney({ amount: fee, currency }),
    };
  });
}
