import { toPage, windowOf } from "@/lib/http/body/paging";
import type { Caller } from "@/lib/http/message/caller";
import type { QueryOf } from "@/lib/http/message/endpoint";
import { endOfDay } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { notFound } from "@/lib/kit/errors";
import { formatMinor, type Minor } from "@/lib/kit/money";
import { banks } from "@/lib/reference/banks";
import { identityDocuments, identityPatterns } from "@/lib/reference/identity-documents";
import { type Environment, platformCodes } from "@/lib/reference/platforms";
import { withdrawalTypes } from "@/lib/reference/stored-values";
import type { listWithdrawalsEndpoint } from "./contract";
import { toWithdrawalRecord } from "./record";
import { cancelled, statusDescriptions } from "./status";
import { findWithdrawal, findWithdrawals } from "./store";

export async function retrieveWithdrawal({ accountNumber }: Caller, environment: Environment, transactionId: string) {
  const row = await findWithdrawal({ accountNumber, environment }, transactionId);
  if (!row) throw notFound();
  return { message: "OK" as const, data: toWithdrawalRecord(row) };
}

type HistoryQuery = QueryOf<typeof listWithdrawalsEndpoint>;

export async function listWithdrawals({ accountNumber }: Caller, environment: Environment, choice: HistoryQuery) {
  const { currency, withdrawal_type: type, status, reference, transaction_id: transactionId } = choice;
  const { amount_min: amountMin, amount_max: amountMax, start_date: since, end_date: end } = choice;
  const withDeleted = choice.with_deleted ?? false;
  const until = end && endOfDay(end);
  const filters = { currency, type, status, amountMin, amountMax, reference, transactionId, since, until, withDeleted };
  const { total, rows } = await findWithdrawals({ accountNumber, environment }, filters, windowOf(choice));
  return toPage({
    choice,
    path: `${env().PUBLIC_URL}/api/withdrawals/`,
    filters: { environment, ...asSent(choice) },
    total,
    items: rows.map(toWithdrawalRecord),
  });
}

/**
 * In the dashboard, the status filter «cancelled» includes deleted withdrawals. The API includes them only if the
 * request says so.
 */
export const includeCancelledIfChosen = (choice: HistoryQuery): HistoryQuery =>
  choice.status === cancelled ? { ...choice, with_deleted: true } : choice;

/** The filters as query parameters, for the links to other pages of the list. */
function asSent(choice: HistoryQuery) {
  const amount = (value: Minor | undefined) => (value === undefined ? undefined : formatMinor(value));
  return {
    currency: choice.currency,
    withdrawal_type: choice.withdrawal_type,
    status: choice.status?.toString(),
    amount_min: amount(choice.amount_min),
    amount_max: amount(choice.amount_max),
    reference: choice.reference,
    transaction_id: choice.transaction_id,
    start_date: dayOf(choice.start_date),
    end_date: dayOf(choice.end_date),
    with_deleted: choice.with_deleted?.toString(),
  };
}

const dayOf = (date: Date | undefined) => date?.toISOString().slice(0, 10);

export function describeWithdrawals() {
  return {
    message: "OK" as const,
    data: {
      banks: platformCodes.flatMap((platform) =>
        banks[platform].map(({ branches, ...bank }) => ({
          platform,
          ...bank,
          ...(branches && { branches: [...branches] }),
        })),
      ),
      ids: platformCodes.flatMap((platform) =>
        identityDocuments.map((type) => ({ platform, type, regex: identityPatterns[platform][type].source })),
      ),
      statuses: Object.entries(statusDescriptions).map(([value, description]) => ({
        value: Number(value),
        description,
      })),
      withdrawal_types: [...withdrawalTypes],
    },
  };
}
