import { seal, unseal } from "@/lib/kit/crypto";
import { tailOf } from "@/lib/user/bank-rules";
import type { BatchRow } from "./store";

/** Numbers of accounts and documents: sealed for the withdrawal they belong to, and only their end to be seen. */

const accountSeal = "withdrawal bank account";
const identitySeal = "withdrawal id number";

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
  return {
    bankAccount: sealedBankAccount && unseal(accountSeal, transactionId, sealedBankAccount),
    idNumber: sealedIdNumber && unseal(identitySeal, transactionId, sealedIdNumber),
  };
}
