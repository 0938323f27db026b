import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatMinor, type Minor, parseMinor } from "@/lib/kit/money";
import { type Currency, currenciesOf, totalLimits } from "@/lib/reference/currencies";
import { type FeeStructure, feeStructureCodes } from "@/lib/reference/fees";
import { type Platform, platformCodes } from "@/lib/reference/platforms";
import { computeFees } from "./fees";

const minor = (text: string): Minor => parseMinor(text) ?? -1n;

function feesFor(platform: Platform, currency: Currency, total: string, feeStructure: FeeStructure) {
  const fees = computeFees({ platform, currency, total: minor(total), feeStructure });
  return { customer: formatMinor(fees.customerTotal), merchant: formatMinor(fees.merchantTotal), fees };
}

/** Generates fee questions: every platform with each of its currencies and a valid total. */
const questions = fc
  .constantFrom(
    ...platformCodes.flatMap((platform) => currenciesOf(platform).map((currency) => ({ platform, currency }))),
  )
  .chain(({ platform, currency }) => {
    const { minimum, maximum } = totalLimits[currency];
    return fc.record({
      platform: fc.constant(platform),
      currency: fc.constant(currency),
      total: fc.oneof(fc.bigInt({ min: minimum, max: maximum }), fc.constantFrom(minimum, maximum)),
      feeStructure: fc.constantFrom(...feeStructureCodes),
    });
  });

describe("computeFees", () => {
  it.each([
    ["TT", "TTD", "10.00", "12.05"],
    ["TT", "TTD", "100.00", "105.20"],
    ["TT", "USD", "100.00", "103.75"],
    ["JM", "JMD", "100.00", "104.83"],
    ["JM", "JMD", "123.00", "128.95"],
    ["BB", "BBD", "2.50", "2.62"],
  ] as const)("turns %s %s %s into %s if the customer pays the fee", (platform, currency, total, debited) => {
    const { customer, merchant } = feesFor(platform, currency, total, "customer_pay");
    expect({ customer, merchant }).toEqual({ customer: debited, merchant: total });
  });

  it("splits 2.05 into 1.03 for the customer and 1.02 for the merchant", () => {
    expect(feesFor("TT", "TTD", "10.00", "split")).toEqual({
      customer: "11.03",
      merchant: "8.98",
      fees: { fee: 205n, customerFee: 103n, merchantFee: 102n, customerTotal: 1103n, merchantTotal: 898n },
    });
  });

  it("takes the whole fee from the merchant with merchant_absorb", () => {
    expect(feesFor("TT", "TTD", "10.00", "merchant_absorb")).toMatchObject({ customer: "10.00", merchant: "7.95" });
  });

  it("charges the same rate in Grenada, Guyana and Jamaica, in USD as well", () => {
    const fees = (["GD", "GY", "JM"] as const).map((platform) => feesFor(platform, "USD", "100.00", "split").fees.fee);
    expect(fees).toEqual([483n, 483n, 483n]);
    expect(feesFor("BB", "USD", "100.00", "split").fees.fee).toBe(437n);
  });

  it("refuses a currency that the platform does not have", () => {
    expect(() => feesFor("TT", "BBD", "10.00", "split")).toThrow(RangeError);
  });

  it("both shares add up to the fee, and debit minus credit is the fee", () => {
    fc.assert(
      fc.property(questions, (question) => {
        const { fee, customerFee, merchantFee, customerTotal, merchantTotal } = computeFees(question);
        return customerFee + merchantFee === fee && customerTotal - merchantTotal === fee;
      }),
      { numRuns: 1000 },
    );
  });

  it("no amount is negative within the limits of every currency", () => {
    fc.assert(
      fc.property(questions, (question) => Object.values(computeFees(question)).every((amount) => amount >= 0n)),
      { numRuns: 1000 },
    );
  });

  it("one side pays the whole fee, or the shares differ by at most one cent", () => {
    fc.assert(
      fc.property(questions, (question) => {
        const { fee, customerFee, merchantFee } = computeFees(question);
        if (question.feeStructure === "customer_pay") return customerFee === fee && merchantFee === 0n;
        if (question.feeStructure === "merchant_absorb") return customerFee === 0n && merchantFee === fee;
        return customerFee - merchantFee === fee % 2n;
      }),
      { numRuns: 1000 },
    );
  });

  it("a higher total never has a lower fee", () => {
    fc.assert(
      fc.property(questions, fc.bigInt({ min: 0n, max: 100_000n }), (question, more) => {
        const fees = computeFees(question);
        const larger = computeFees({ ...question, total: question.total + more });
        return (
          larger.fee >= fees.fee &&
          larger.customerFee >= fees.customerFee &&
          larger.merchantFee >= fees.merchantFee &&
          larger.customerTotal >= fees.customerTotal &&
          larger.merchantTotal >= fees.merchantTotal - 1n
        );
      }),
      { numRuns: 1000 },
    );
  });

  it("a higher total gives the merchant a cent less where the percentage and its tax both round up", () => {
    const merchant = (total: string) => feesFor("BB", "USD", total, "merchant_absorb").merchant;
    expect([merchant("2086.71"), merchant("2086.72")]).toEqual(["1995.53", "1995.52"]);
  });
});
