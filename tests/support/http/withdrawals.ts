import { db } from "@/lib/db/client";
import type { Caller } from "@/lib/http/message/caller";
import { now } from "@/lib/kit/clock";
import { newTransactionId, newUlid, newUuid } from "@/lib/kit/ids";
import { giveOpeningBalance } from "@/lib/ledger/post";
import type { Currency } from "@/lib/reference/currencies";
import type { Environment, Platform } from "@/lib/reference/platforms";
import { allScopes } from "@/lib/reference/scopes";
import type { NewWithdrawal } from "@/lib/withdrawals/store";

/** Money to withdraw, and what a withdrawal asks for. */

export const fund = (
  accountNumber: string,
  amount: bigint,
  environment: Environment = "sandbox",
  currency: Currency = "TTD",
) => giveOpeningBalance({ accountNumber, environment, currency }, newUlid(), amount);

/** The token family of `callerOf`. */
export const testFamily = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

export const callerOf = (accountNumber: string, platforms: readonly Platform[] = ["TT"]): Caller => ({
  accountNumber,
  accountType: "BUSINESS",
  homePlatform: "TT",
  platforms,
  canGoLive: true,
  scopes: new Set(allScopes),
  credential: { kind: "bearer", familyId: testFamily },
});

/** Withdrawals as they stand in the table, for as many as it takes. No money is held for them. */
export async function insertWithdrawals(accountNumber: string, count: number, columns: Partial<NewWithdrawal> = {}) {
  const rows = Array.from({ length: count }, () => ({
    accountNumber,
    environment: "sandbox" as const,
    transactionId: newTransactionId("sandbox"),
    reference: newUuid(),
    platform: "TT" as const,
    type: "sub_unbanked" as const,
    currency: "TTD" as const,
    amount: 100n,
    createdAt: now(),
    updatedAt: now(),
    ...columns,
  }));
  await db().withdrawal.createMany({ data: rows });
  return rows.map(({ transactionId }) => transactionId);
}

const person = { email: "ann@example.com", phone: "+18685550123", id_type: "national_id", id_number: "19900101987" };

export const unbanked = (amount: string) => ({
  withdrawal_type: "sub_unbanked",
  currency: "TTD",
  amount,
  recipient_name: "Ann Lee",
  ...person,
});

export const banked = (amount: string) => ({
  withdrawal_type: "sub_banked",
  currency: "TTD",
  amount,
  bank_name: "Republic Bank",
  bank_account: "180055518765",
  name_in_bank: "Ann Lee",
  ...person,
});

export const normal = (amount: string, currency: Currency = "TTD") => ({ withdrawal_type: "normal", currency, amount });

export const localBank = { bank_name: "Republic Bank", bank_account: "350077714321", name_in_bank: "Ann Lee" };

export const foreignBank = {
  beneficiary_name: "Ann Lee",
  beneficiary_account_number: "US64SVBK000012345678",
  beneficiary_address: "1 Main Street, Miami",
  beneficiary_bank: "First Bank of Miami",
  beneficiary_bank_swift_or_routing_code: "SVBKUS6S",
  bank_address: "2 Main Street, Miami",
};
