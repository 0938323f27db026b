import { db, query } from "@/lib/db/client";
import type { Currency } from "@/lib/reference/currencies";
import type { Platform } from "@/lib/reference/platforms";
import type { BankType } from "./bank-contract";
import type { BankDetails } from "./bank-rules";

export type BankRow = BankDetails & {
  accountNumber: string;
  currency: Currency;
  sealedNumber: Uint8Array<ArrayBuffer>;
  /** What is shown of the number. */
  tail: string;
  changedAt: Date;
};

/** The details were written by us, as the rules of their type left them. */
const toRow = ({ numberLast4: tail, ...row }: { numberLast4: string }) => ({ ...row, tail }) as BankRow;
const withNumber = { omit: { sealedNumber: false } } as const;

export async function findBanks(accountNumber: string): Promise<BankRow[]> {
  return (await db().bankAccount.findMany({ where: { accountNumber }, ...withNumber })).map(toRow);
}

export async function findBank(accountNumber: string, type: BankType): Promise<BankRow | null> {
  const where = { accountNumber_type: { accountNumber, type } };
  const row = await db().bankAccount.findUnique({ where, ...withNumber });
  return row && toRow(row);
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
  return findBank(accountNumber, type);
}

export async function insertBank({ tail: numberLast4, ...row }: BankRow): Promise<void> {
  await db().bankAccount.create({ data: { ...row, numberLast4 } });
}

export async function updateBankRow({ tail: numberLast4, accountNumber, type, ...row }: BankRow): Promise<void> {
  await db().bankAccount.update({
    where: { accountNumber_type: { accountNumber, type } },
    data: { ...row, numberLast4 },
  });
}

export async function deleteBank(accountNumber: string, type: BankType): Promise<boolean> {
  const { count } = await db().bankAccount.deleteMany({ where: { accountNumber, type } });
  return count === 1;
}

export async function findPlatforms(accountNumber: string): Promise<Platform[]> {
  const { platforms } = await db().account.findUniqueOrThrow({ where: { accountNumber }, select: { platforms: true } });
  return platforms;
}
