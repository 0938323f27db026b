import { db, query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import type { Currency } from "@/lib/reference/currencies";
import type { BankType } from "@/lib/reference/stored-values";
import type { BankDetails } from "./rules";

export type ShownBank = BankDetails & {
  accountNumber: string;
  currency: Currency;
  /** The last digits of the account number, which may be shown. */
  tail: string;
  changedAt: Date;
};
export type BankRow = ShownBank & { sealedNumber: Uint8Array<ArrayBuffer> };

/** The cast is safe: only validated details are written to these columns. */
const toShown = ({ numberLast4: tail, ...row }: { numberLast4: string }) => ({ ...row, tail }) as ShownBank;
const toRow = (row: Pick<BankRow, "sealedNumber"> & { numberLast4: string }) => toShown(row) as BankRow;
const withNumber = { omit: { sealedNumber: false } } as const;
const theOne = (accountNumber: string, type: BankType) => ({ accountNumber_type: { accountNumber, type } });

export async function findBanks(accountNumber: string): Promise<ShownBank[]> {
  return (await db().bankAccount.findMany({ where: { accountNumber } })).map(toShown);
}

export async function findBankAccount(accountNumber: string, type: BankType): Promise<ShownBank | null> {
  const row = await db().bankAccount.findUnique({ where: theOne(accountNumber, type) });
  return row && toShown(row);
}

/**
 * Finds the bank account for `normal` withdrawals in a currency: a local account for the currency of its platform, a
 * foreign account for USD.
 */
export async function findBankOf(accountNumber: string, currency: Currency): Promise<BankRow | null> {
  const row = await db().bankAccount.findFirst({ where: { accountNumber, currency }, ...withNumber });
  return row && toRow(row);
}

/** Locks the bank account until the transaction ends, so that concurrent changes cannot overwrite each other. */
export async function lockBank(accountNumber: string, type: BankType): Promise<BankRow | null> {
  await query(sql`
    SELECT currency FROM bank_account WHERE account_number = ${accountNumber} AND type = ${type}::bank_type FOR UPDATE`);
  const row = await db().bankAccount.findUnique({ where: theOne(accountNumber, type), ...withNumber });
  return row && toRow(row);
}

export async function insertBank({ tail: numberLast4, ...row }: BankRow): Promise<void> {
  await db().bankAccount.create({ data: { ...row, numberLast4 } });
}

export async function updateBankRow({ tail: numberLast4, accountNumber, type, ...row }: BankRow): Promise<void> {
  await db().bankAccount.update({
    where: theOne(accountNumber, type),
    data: { ...row, numberLast4 },
  });
}

export async function deleteBank(accountNumber: string, type: BankType): Promise<boolean> {
  const { count } = await db().bankAccount.deleteMany({ where: { accountNumber, type } });
  return count === 1;
}
