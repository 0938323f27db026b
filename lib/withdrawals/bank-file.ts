import type { ForeignDetails } from "@/lib/bank-accounts/rules";
import { formatMinor } from "@/lib/kit/money";
import { byteOrderMark, toCsvLine } from "@/lib/kit/text/csv";
import { numbersOf } from "./numbers";
import type { BatchRow } from "./store";

/** The files exchanged with the bank, as CSV (RFC 4180). Only these files contain full account numbers. */

function cellsOf(row: BatchRow) {
  const { bankAccount, idNumber } = numbersOf(row);
  const foreign = row.bankDetails as ForeignDetails | null;
  return {
    batch: row.batch,
    transaction_id: row.transactionId,
    reference: row.reference,
    platform: row.platform,
    currency: row.currency,
    amount: formatMinor(row.amount),
    withdrawal_type: row.type,
    bank_name: row.bankName,
    bank_account: bankAccount,
    bank_account_type: row.bankAccountType,
    bank_branch: row.bankBranch,
    name_in_bank: row.nameInBank,
    recipient_name: row.recipientName,
    id_type: row.idType,
    id_number: idNumber,
    email: row.email,
    phone: row.phone,
    beneficiary_address: foreign?.beneficiary_address,
    bank_swift_or_routing_code: foreign?.beneficiary_bank_swift_or_routing_code,
    bank_address: foreign?.bank_address,
    intermediary_bank: foreign?.intermediary_bank,
    intermediary_bank_swift_code: foreign?.intermediary_bank_swift_code,
  };
}

export function toBankFile(rows: readonly BatchRow[]): string {
  const lines = rows.map(cellsOf);
  const names = Object.keys(lines[0] ?? {});
  return byteOrderMark + [names, ...lines.map((line) => Object.values(line))].map(toCsvLine).join("");
}
