import { type Minor, shareOf } from "@/lib/kit/money";
import { type Currency, currenciesOf } from "@/lib/reference/currencies";
import { type FeeStructure, feeRates } from "@/lib/reference/fees";
import type { Platform } from "@/lib/reference/platforms";

export type FeeQuestion = { platform: Platform; currency: Currency; total: Minor; feeStructure: FeeStructure };

/** The fee, its split between customer and merchant, and the resulting totals. */
export type Fees = {
  fee: Minor;
  customerFee: Minor;
  merchantFee: Minor;
  /** The amount debited from the customer. */
  customerTotal: Minor;
  /** The amount credited to the merchant. */
  merchantTotal: Minor;
};

export function computeFees({ platform, currency, total, feeStructure }: FeeQuestion): Fees {
  const fee = feeOf({ platform, currency, total });
  const customerFee = customerShare(fee, feeStructure);
  const merchantFee = fee - customerFee;
  return { fee, customerFee, merchantFee, customerTotal: total + customerFee, merchantTotal: total - merchantFee };
}

/** The percentage fee is rounded before it is taxed: 5.166 becomes 5.17, whose tax is 0.78, not 0.77. */
function feeOf({ platform, currency, total }: Omit<FeeQuestion, "feeStructure">): Minor {
  if (!currenciesOf(platform).includes(currency)) throw new RangeError(`${platform} does not take ${currency}.`);
  const rate = feeRates[platform];
  const percentageFee = shareOf(total, rate.percentage);
  return percentageFee + shareOf(percentageFee, rate.tax) + (rate.fixed[currency] ?? 0n);
}

function customerShare(fee: Minor, feeStructure: FeeStructure): Minor {
  switch (feeStructure) {
    case "customer_pay":
      return fee;
    case "merchant_absorb":
      return 0n;
    case "split":
      return (fee + 1n) / 2n;
  }
}
