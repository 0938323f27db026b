"use client";

import { RadioField } from "@/components/ui/form/choice-fields";
import { formatMoney } from "@/lib/format/money";
import { feeStructureWords } from "@/lib/format/value-words";
import { formatMinor, parseMinor } from "@/lib/kit/money";
import type { Currency } from "@/lib/reference/currencies";
import { type FeeStructure, feeStructureCodes } from "@/lib/reference/fees";
import type { Platform } from "@/lib/reference/platforms";
import { computeFees } from "@/lib/transactions/fees";

type Props = {
  platform: Platform;
  currency: Currency;
  /** What the member typed. */
  amount: string;
  /** The amount is the lowest that the payer can choose. */
  isExample: boolean;
  /** The only fee structure that the merchant takes, or null. */
  pinned: FeeStructure | null;
  value: FeeStructure;
};

/** Who pays the fee, and for each choice what the payer pays, the fee and what arrives. */
export function FeeField({ platform, currency, amount, isExample, pinned, value }: Props) {
  const total = parseMinor(amount);
  const format = (minor: bigint) => formatMoney({ amount: formatMinor(minor), currency });
  const noteOf = (feeStructure: FeeStructure) => {
    if (!total) return undefined;
    const { customerTotal, fee, merchantTotal } = computeFees({ platform, currency, total, feeStructure });
    return `The payer pays ${format(customerTotal)}. The fee is ${format(fee)}. You get ${format(merchantTotal)}.`;
  };
  return (
    <RadioField
      name="fee_structure"
      label="Who pays the processing fee?"
      {...(isExample && total && { hint: "Calculated for the lowest amount." })}
      options={(pinned ? [pinned] : feeStructureCodes).map((code) => {
        const note = noteOf(code);
        return { value: code, label: feeStructureWords[code], ...(note && { note }) };
      })}
      value={pinned ?? value}
    />
  );
}
