import { tailOf } from "@/lib/bank-accounts/rules";
import { AppError } from "@/lib/kit/errors";
import { seal, unseal } from "@/lib/kit/secrets/crypto";
import { type SealedColumn, wordsOf } from "@/lib/kit/secrets/sealed-column";
import type { BatchRow } from "./store";

/** Numbers of accounts and documents: sealed for the withdrawal they belong to, and only their end to be seen. */

const accountSeal = "withdrawal bank account";
const identitySeal = "withdrawal id number";

const row = { table: "withdrawal", key: ["transaction_id"], identityOf: wordsOf };
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

/** In clear, for the bank file and nothing else. */
export function numbersOf({ transactionId, sealedBankAccount, sealedIdNumber }: BatchRow) {
  const read = (purpose: string, sealed: Uint8Array | null) => sealed && unseal(purpose, transactionId, sealed);
  try {
    return { bankAccount: read(accountSeal, sealedBankAccount), idNumber: read(identitySeal, sealedIdNumber) };
  } catch (cause) {
    throw new AppError(
      "internal",
      `The numbers of withdrawal ${transactionId} cannot be read: was APP_SECRET another one? Once it is imported as refunded, the rest of its batch can be written.`,
      { cause },
    );
  }
}
