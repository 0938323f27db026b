import { mask } from "@/lib/bank-accounts/rules";
import type { AnswerOf } from "@/lib/http/message/endpoint";
import { formatMinor } from "@/lib/kit/money";
import type { WithdrawalStatus } from "@/lib/reference/stored-values";
import type { retrieveWithdrawalEndpoint } from "./contract";
import { statusDescriptions } from "./status";
import type { WithdrawalRow } from "./store";

const masked = (tail: string | null) => (tail === null ? null : mask(tail));

export const descriptionOf = (row: WithdrawalRow): string => statusDescriptions[row.status as WithdrawalStatus];

export function toWithdrawalRecord(row: WithdrawalRow): AnswerOf<typeof retrieveWithdrawalEndpoint>["data"] {
  return {
    transaction_id: row.transactionId,
    reference: row.reference,
    withdrawal_type: row.type,
    status: row.status,
    status_description: descriptionOf(row),
    currency: row.currency,
    amount: formatMinor(row.amount),
    data: row.data,
    email: row.email,
    phone: row.phone,
    bank_name: row.bankName,
    bank_account: masked(row.bankAccountLast4),
    bank_account_type: row.bankAccountType,
    bank_branch: row.bankBranch,
    name_in_bank: row.nameInBank,
    recipient_name: row.recipientName,
    id_type: row.idType,
    id_number: masked(row.idNumberLast4),
    environment: row.environment,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    deleted_at: row.deletedAt?.toISOString() ?? null,
  };
}
