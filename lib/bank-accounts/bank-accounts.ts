import { recordChange } from "@/lib/audit/record";
import { inTransaction, isUniqueViolation } from "@/lib/db/client";
import type { GivenFields } from "@/lib/http/body/validate";
import type { Caller } from "@/lib/http/message/caller";
import { now } from "@/lib/kit/clock";
import { AppError, notFound } from "@/lib/kit/errors";
import { seal, unseal } from "@/lib/kit/secrets/crypto";
import { identityOf, type SealedColumn } from "@/lib/kit/secrets/sealed-column";
import { mailMerchant } from "@/lib/mail/mail-merchant";
import type { Currency } from "@/lib/reference/currencies";
import type { BankType } from "@/lib/reference/stored-values";
import {
  type BankAccount,
  fieldsOf,
  readForeignBank,
  readLocalBank,
  tailOf,
  toBankRecord,
  toForeignRecord,
  toLocalRecord,
} from "./rules";
import {
  type BankRow,
  deleteBank,
  findBankAccount,
  findBankOf,
  findBanks,
  insertBank,
  lockBank,
  updateBankRow,
} from "./store";

const numberSeal = "bank number";
export const bankSealedColumns: readonly SealedColumn[] = [
  { table: "bank_account", column: "sealed_number", key: ["account_number", "type"], purpose: numberSeal },
];

const missing = (type: BankType) =>
  new AppError("invalid", `There is no ${type} bank account.`, {
    refusal: { reason: "bank_missing", values: { type } },
  });
const taken = (type: BankType) =>
  new AppError("conflict", `A ${type} bank account already exists.`, {
    refusal: { reason: "bank_exists", values: { type } },
  });

export async function listBanks({ accountNumber }: Caller) {
  const banks = await findBanks(accountNumber);
  const local = banks.find((bank) => bank.type === "local");
  const foreign = banks.find((bank) => bank.type === "foreign");
  return {
    message: "OK" as const,
    data: { local: local ? toLocalRecord(local) : null, foreign: foreign ? toForeignRecord(foreign) : null },
  };
}

export async function retrieveBank({ accountNumber }: Caller, type: BankType) {
  const bank = await findBankAccount(accountNumber, type);
  if (!bank) throw notFound();
  return { message: "OK" as const, data: toBankRecord(bank) };
}

export async function addBank(caller: Caller, type: BankType, given: GivenFields) {
  const { accountNumber } = caller;
  if (await findBankAccount(accountNumber, type)) throw taken(type);
  const row = toRow(accountNumber, readBank(caller, type, given));
  const added = inTransaction(async () => {
    await insertBank(row);
    await mailMerchant.bankAdded(accountNumber, row);
    await recordChange(caller, "bank.added", aboutOf(row));
  });
  await added.catch((error) => {
    // A concurrent request added a bank account of this type after the check at the start.
    throw isUniqueViolation(error) ? taken(type) : error;
  });
  return { message: "Created" as const, data: toBankRecord(row) };
}

/** Merges the sent fields into the stored bank account, and validates the result as a whole. */
export async function updateBank(caller: Caller, type: BankType, given: GivenFields) {
  const { accountNumber } = caller;
  return inTransaction(async () => {
    const stored = await lockBank(accountNumber, type);
    if (!stored) throw missing(type);
    const current = fieldsOf({ ...stored, number: numberOf(stored) });
    const row = toRow(accountNumber, readBank(caller, type, { ...current, ...given }));
    await updateBankRow(row);
    await mailMerchant.bankChanged(accountNumber, row);
    await recordChange(caller, "bank.changed", aboutOf(row));
    return { message: "OK" as const, data: toBankRecord(row) };
  });
}

export async function removeBank(caller: Caller, type: BankType) {
  const { accountNumber } = caller;
  return inTransaction(async () => {
    const bank = await lockBank(accountNumber, type);
    if (!bank) throw missing(type);
    await deleteBank(accountNumber, type);
    await mailMerchant.bankRemoved(accountNumber, bank);
    await recordChange(caller, "bank.removed", aboutOf(bank));
    return { message: "OK" };
  });
}

const aboutOf = ({ type, currency, tail }: BankRow) => ({
  subject: type,
  detail: { currency, number_ends_with: tail },
});

/** The merchant's bank account for withdrawals in a currency, with its number unsealed. */
export async function bankToPay(accountNumber: string, currency: Currency): Promise<(BankAccount & BankRow) | null> {
  const row = await findBankOf(accountNumber, currency);
  return row && { ...row, number: numberOf(row) };
}

function readBank(caller: Caller, type: BankType, given: GivenFields): BankAccount {
  return type === "foreign" ? readForeignBank(given) : readLocalBank(given, caller);
}

function toRow(accountNumber: string, { number, ...bank }: BankAccount): BankRow {
  return {
    ...bank,
    accountNumber,
    sealedNumber: new Uint8Array(seal(numberSeal, identityOf([accountNumber, bank.type]), number)),
    tail: tailOf(number),
    changedAt: now(),
  };
}

function numberOf({ accountNumber, type, sealedNumber }: BankRow): string {
  return unseal(numberSeal, identityOf([accountNumber, type]), sealedNumber);
}
