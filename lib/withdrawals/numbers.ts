import { tailOf } from "@/lib/bank-accounts/rules";
import { AppError } from "@/lib/kit/errors";
import { seal, unseal } from "@/lib/kit/secrets/crypto";
import type { SealedColumn } from "@/lib/kit/secrets/sealed-column";
import type { BatchRow } from "./store";

/** Bank account and identity numbers, sealed per withdrawal. Only their last digits are shown. */

const accountSeal = "withdrawal bank account";
const identitySeal = "withdrawal id number";

const row = { table: "withdrawal", key: ["transaction_id"] };
export const withdrawalSealedColumns: readonly SealedColumn[] = [
  { ...row, column: "sealed_bank_account", purpose: accountSeal },
  { ...row, column: "sealed_id_number", purpose: identitySeal },
];

export const bankAccountColumns = (transactionId: string, number: string) => ({
  sealedBankAccount: new Uint8Array(seal(accountSeal, transactionId, number)),
  bankAccountLast4: tailOf(number),
});

export const idNumberColumns = (transactionId: string, number: string) => ({
  sealedIdNumber: new Uint8Array(seal(identitySeal, transactionId, number)),
  idNumberLast4: tailOf(number),
});

/** Unseals the bank account and identity numbers. Only bank files and the comparison of payees may use them. */
export function numbersOf({ transactionId, sealedBankAccount, sealedIdNumber }: BatchRow) {
  const read = (purpose: string, sealed: Uint8Array | null) => sealed && unseal(purpose, transactionId, sealed);
  try {
    return { bankAccount: read(accountSeal, sealedBankAccount), idNumber: read(identitySeal, sealedIdNumber) };
  } catch (cause) {
    throw new AppError(
      "internal",
      `The numbers of withdrawal ${transactionId} cannot be read. APP_SECRET may have changed. Import this withdrawal as refunded, then write the rest of its batch.`,
      { cause },
    );
  }
}
