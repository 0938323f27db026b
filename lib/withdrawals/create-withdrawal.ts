import { recordChange } from "@/lib/audit/record";
import { inTransaction } from "@/lib/db/client";
import type { Caller, Owner } from "@/lib/http/caller";
import type { Given } from "@/lib/http/validate";
import { now } from "@/lib/kit/clock";
import { newTransactionId, newUuid } from "@/lib/kit/ids";
import { formatMinor } from "@/lib/kit/money";
import { holdFunds } from "@/lib/ledger/post";
import { tellMerchant } from "@/lib/mail/tell-merchant";
import type { Environment } from "@/lib/reference/platforms";
import { bankToPay } from "@/lib/user/bank-accounts";
import { bankAccountColumns, idNumberColumns } from "./numbers";
import { bankRequired, checkBankAge, type Requested, readWithdrawal } from "./rules";
import { firstMoveAt } from "./sandbox-progress";
import { insertWithdrawal, type NewWithdrawal } from "./store";
import { tellOfWithdrawal } from "./tell";

/** Holds the money at once, together with the record of what it is held for. */
export async function createWithdrawal(caller: Caller, environment: Environment, given: Given) {
  const asked = readWithdrawal(given, caller);
  const { currency, amount, platform, data } = asked;
  const owner = { accountNumber: caller.accountNumber, environment };
  return inTransaction(async () => {
    const at = now();
    const transactionId = newTransactionId(environment);
    const reference = newUuid();
    const payee = await payeeOf(asked, owner, transactionId);
    await holdFunds({ purse: { ...owner, currency }, subject: transactionId, amount, for: "withdrawal" });
    const row = await insertWithdrawal({
      ...payee,
      ...owner,
      transactionId,
      reference,
      platform,
      type: asked.withdrawal_type,
      currency,
      amount,
      data: data ?? null,
      movesAt: environment === "sandbox" ? firstMoveAt(at) : null,
      createdAt: at,
      updatedAt: at,
    });
    await tellOfWithdrawal(row);
    if (environment === "live") await tellMerchant.withdrawalCreated(owner, row);
    const detail = { environment, type: row.type, amount: formatMinor(amount), currency };
    await recordChange(caller, "withdrawal.created", { subject: transactionId, detail });
    return { message: "Created" as const, data: { data: data ?? "", reference, transaction_id: transactionId } };
  });
}

type Payee = Partial<NewWithdrawal>;

/** Who is paid, and where, as it is now: what the account changes later does not change it. */
async function payeeOf(asked: Requested, owner: Owner, transactionId: string): Promise<Payee> {
  switch (asked.withdrawal_type) {
    case "normal":
      return ownBank(asked, owner, transactionId);
    case "sub_banked":
      return {
        ...personOf(asked, transactionId),
        ...bankAccountColumns(transactionId, asked.bank_account),
        bankName: asked.bank_name,
        nameInBank: asked.name_in_bank,
        bankAccountType: asked.bank_account_type ?? null,
        bankBranch: asked.bank_branch ?? null,
      };
    case "sub_unbanked":
      return { ...personOf(asked, transactionId), recipientName: asked.recipient_name };
  }
}

function personOf(asked: Exclude<Requested, { withdrawal_type: "normal" }>, transactionId: string): Payee {
  const { email, phone, id_type: idType, id_number: idNumber } = asked;
  return { email, phone, idType, ...idNumberColumns(transactionId, idNumber) };
}

async function ownBank(
  { currency }: Requested,
  { accountNumber, environment }: Owner,
  transactionId: string,
): Promise<Payee> {
  const bank = await bankToPay(accountNumber, currency);
  if (!bank) throw bankRequired();
  checkBankAge(environment, bank.changedAt, now());
  const account = bankAccountColumns(transactionId, bank.number);
  if (bank.type === "foreign") {
    const { beneficiary_bank: bankName, beneficiary_name: nameInBank } = bank.details;
    return { ...account, bankName, nameInBank, bankDetails: bank.details };
  }
  const { bank_name, name_in_bank, bank_account_type, bank_branch } = bank.details;
  return {
    ...account,
    bankName: bank_name,
    nameInBank: name_in_bank,
    bankAccountType: bank_account_type ?? null,
    bankBranch: bank_branch ?? null,
  };
}
