import { db, query } from "@/lib/db/client";
import type { Currency } from "@/lib/reference/currencies";
import type { BankType } from "./contract";
import type { BankDetails } from "./rules";

export type ShownBank = BankDetails & {
  accountNumber: string;
  currency: Currency;
  /** What is shown of the number. */
  tail: string;
  changedAt: Date;
};
export type BankRow = ShownBank & { sealedNumber: Uint8Array<ArrayBuffer> };

/** The details were written by us, as the rules of their type left them. */
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

/** Where `normal` withdrawals of a currency go: a local account has its platform's own, a foreign one USD. */
export async function findBankOf(accountNumber: string, currency: Currency): Promise<BankRow | null> {
  const row = await db().bankAccount.findFirst({ where: { accountNumber, currency }, ...withNumber });
  return row && toRow(row);
}

/** Locked until the transaction ends, so that a change is laid over what is really there. */
export async function lockBank(accountNumber: string, type: BankType): Promise<BankRow | null> {
  await query(
    "lock-bank",
    "SELECT currency FROM bank_account WHERE account_number = $1 AND type = $2::bank_type FOR UPDATE",
    [accountNumber, type],
  );
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
