import type { Currency } from "./currencies";
import type { Platform } from "./platforms";

/** Who pays the processing fee. The keys are the values that a payment request may send. */
export const feeStructures = {
  customer_pay: "The customer pays the fee: it is added to the total.",
  merchant_absorb: "The merchant pays the fee: it is taken from what the merchant receives.",
  split: "The customer and the merchant each pay half of the fee; an odd cent is the customer's.",
} as const;

export type FeeStructure = keyof typeof feeStructures;
export const feeStructureCodes = Object.keys(feeStructures) as [FeeStructure, ...FeeStructure[]];

/** A fee rate. Percentages are in basis points (350 is 3.50 %). Fixed amounts are in cents of their currency. */
export type FeeRate = {
  percentage: bigint;
  /** Tax on the percentage fee, in basis points. */
  tax: bigint;
  fixed: Readonly<Partial<Record<Currency, bigint>>>;
};

const taxed = { tax: 1_500n, fixed: {} };

export const feeRates: Readonly<Record<Platform, FeeRate>> = {
  BB: { percentage: 380n, ...taxed },
  GD: { percentage: 420n, ...taxed },
  GY: { percentage: 420n, ...taxed },
  JM: { percentage: 420n, ...taxed },
  TT: { percentage: 350n, tax: 0n, fixed: { USD: 25n, TTD: 170n } },
};
