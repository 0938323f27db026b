import { recordChange } from "@/lib/audit/record";
import { bankToPay } from "@/lib/bank-accounts/bank-accounts";
import { inTransaction } from "@/lib/db/client";
import type { GivenFields } from "@/lib/http/body/validate";
import type { Caller, Owner } from "@/lib/http/message/caller";
import { later, now } from "@/lib/kit/clock";
import { newTransactionId, newUuid } from "@/lib/kit/ids";
import { formatMinor } from "@/lib/kit/money";
import { holdFunds } from "@/lib/ledger/post";
import { mailMerchant } from "@/lib/mail/mail-merchant";
import type { Environment } from "@/lib/reference/platforms";
import { bankRequired, checkBankAge, confirmWithinMs, type Requested, readWithdrawal } from "./field-rules";
import { moveWithdrawal } from "./move-withdrawal";
import { bankAccountColumns, idNumberColumns } from "./numbers";
import type { Payee } from "./payee-store";
import { isKnownPayee, payeeDigest } from "./payees";
import { firstMoveAt } from "./sandbox-progress";
import { held } from "./status";
import { insertWithdrawal, type NewWithdrawal } from "./store";
import { emitWithdrawalEvent } from "./withdrawal-events";

/** Creates a withdrawal, and holds its money in the same transaction. */
export async function createWithdrawal(caller: Caller, environment: Environment, body: GivenFields) {
  const requested = readWithdrawal(body, caller);
  const { currency, amount, platform, data } = requested;
  const owner = { accountNumber: caller.accountNumber, environment };
  return inTransaction(async () => {
    const at = now();
    const transactionId = newTransactionId(environment);
    const reference = newUuid();
    const { columns, payee } = await payeeOf(requested, owner, transactionId);
    const isHeld = await needsConfirmation(requested, owner, payee);
    await holdFunds({ balanceKey: { ...owner, currency }, subject: transactionId, amount, for: "withdrawal" });
    const row = await insertWithdrawal({
      ...columns,
      ...owner,
      payeeDigest: payeeDigest(owner, payee),
      transactionId,
      reference,
      platform,
      type: requested.withdrawal_type,
      currency,
      amount,
      data: data ?? null,
      movesAt: environment === "sandbox" ? firstMoveAt(at) : null,
      createdAt: at,
      updatedAt: at,
    });
    await emitWithdrawalEvent(row);
    if (isHeld) {
      const confirmBy = later(confirmWithinMs, at);
      await moveWithdrawal(transactionId, held, { confirmBy });
      await mailMerchant.withdrawalHeld(owner, row, { by: caller, confirmBy });
    } else if (environment === "live") await mailMerchant.withdrawalCreated(owner, row);
    const detail = { environment, type: row.type, amount: formatMinor(amount), currency };
    await recordChange(caller, "withdrawal.created", { subject: transactionId, detail });
    return { message: "Created" as const, data: { data: data ?? "", reference, transaction_id: transactionId } };
  });
}

/**
 * A withdrawal to the merchant's own bank account needs no confirmation. `checkBankAge` already requires 48 hours
 * between the mail about a new bank account and the first withdrawal.
 */
const needsConfirmation = async (requested: Requested, owner: Owner, payee: Payee): Promise<boolean> =>
  owner.environment === "live" && requested.withdrawal_type !== "normal" && !(await isKnownPayee(owner, payee));

type Columns = Partial<NewWithdrawal>;
type PayeeColumns = { columns: Columns; payee: Payee };

/** Copies the payee into the withdrawal, so that later changes of the bank account do not affect it. */
async function payeeOf(requested: Requested, owner: Owner, transactionId: string): Promise<PayeeColumns> {
  const { platform } = requested;
  switch (requested.withdrawal_type) {
    case "normal":
      return ownBank(requested, owner, transactionId);
    case "sub_banked":
      return {
        payee: { kind: "bank", platform, name: requested.bank_name, number: requested.bank_account },
        columns: {
          ...personOf(requested, transactionId),
          ...bankAccountColumns(transactionId, requested.bank_account),
          bankName: requested.bank_name,
          nameInBank: requested.name_in_bank,
          bankAccountType: requested.bank_account_type ?? null,
          bankBranch: requested.bank_branch ?? null,
        },
      };
    case "sub_unbanked":
      return {
        payee: { kind: "person", platform, name: requested.id_type, number: requested.id_number },
        columns: { ...personOf(requested, transactionId), recipientName: requested.recipient_name },
      };
  }
}

function personOf(requested: Exclude<Requested, { withdrawal_type: "normal" }>, transactionId: string): Columns {
  const { email, phone, id_type: idType, id_number: idNumber } = requested;
  return { email, phone, idType, ...idNumberColumns(transactionId, idNumber) };
}

async function ownBank(
  { currency, platform }: Requested,
  { accountNumber, environment }: Owner,
  transactionId: string,
): Promise<PayeeColumns> {
  const bank = await bankToPay(accountNumber, currency);
  if (!bank) throw bankRequired();
  checkBankAge(environment, bank.changedAt, now());
  const account = bankAccountColumns(transactionId, bank.number);
  const payeeAt = (name: string): Payee => ({ kind: "bank", platform, name, number: bank.number });
  if (bank.type === "foreign") {
    const { beneficiary_bank: bankName, beneficiary_name: nameInBank } = bank.details;
    return { payee: payeeAt(bankName), columns: { ...account, bankName, nameInBank, bankDetails: bank.details } };
  }
  const { bank_name, name_in_bank, bank_account_type, bank_branch } = bank.details;
  return {
    payee: payeeAt(bank_name),
    columns: {
      ...account,
      bankName: bank_name,
      nameInBank: name_in_bank,
      bankAccountType: bank_account_type ?? null,
      bankBranch: bank_branch ?? null,
    },
  };
}
