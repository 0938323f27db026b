import { toPage, windowOf } from "@/lib/http/body/paging";
import type { Caller } from "@/lib/http/message/caller";
import type { QueryOf } from "@/lib/http/message/endpoint";
import { endOfDay } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { notFound } from "@/lib/kit/errors";
import { formatMinor } from "@/lib/kit/money";
import { findBalances } from "@/lib/ledger/store";
import type { Environment } from "@/lib/reference/platforms";
import type { listTransactionsEndpoint } from "@/lib/transactions/contract";
import { isOpen, toTransactionRecord } from "@/lib/transactions/record";
import { refundableNow } from "@/lib/transactions/refunds/refund-rules";
import { requireOwnLink } from "./link-filter";
import { findHistory, findTransaction, type HistoryFilters } from "./store";

export async function retrieveTransaction({ accountNumber }: Caller, environment: Environment, transactionId: string) {
  const row = await findTransaction({ accountNumber, environment }, transactionId);
  if (!row) throw notFound();
  return { message: "OK" as const, data: toTransactionRecord(row) };
}

/** Returns how much of a payment can be refunded now and later, and the reason if a refund is not possible now. */
export async function retrieveRefundable({ accountNumber }: Caller, environment: Environment, transactionId: string) {
  const row = await findTransaction({ accountNumber, environment }, transactionId);
  if (!row) throw notFound();
  const hasOpenRefund = row.refunds.some(({ status }) => isOpen(status));
  const balances = await findBalances(accountNumber, environment);
  const balance = balances.find(({ currency }) => currency === row.currency)?.available ?? 0n;
  const payment = { ...row, hasOpenRefund, refundCount: row.refunds.length };
  const { rest, amount, later, obstacle } = refundableNow(payment, balance);
  return {
    ...{ rest: formatMinor(rest), now: formatMinor(amount), later: formatMinor(later) },
    ...{ balance: formatMinor(balance), obstacle },
  };
}

type HistoryQuery = QueryOf<typeof listTransactionsEndpoint>;

function filtersOf(choice: HistoryQuery): HistoryFilters {
  const {
    status,
    currency,
    order_id: orderId,
    payment_link_id: paymentLinkId,
    start_date: start,
    end_date: end,
  } = choice;
  return {
    ...(status === "incomplete" ? { isIncomplete: true as const } : { status }),
    currency,
    orderId,
    paymentLinkId,
    since: start,
    until: end && endOfDay(end),
  };
}

export async function listTransactions({ accountNumber }: Caller, environment: Environment, choice: HistoryQuery) {
  const { status, currency, order_id, payment_link_id, start_date: start, end_date: end } = choice;
  const owner = { accountNumber, environment };
  if (payment_link_id) await requireOwnLink(owner, payment_link_id);
  const { total, rows } = await findHistory(owner, filtersOf(choice), windowOf(choice));
  return toPage({
    choice,
    path: `${env().PUBLIC_URL}/api/transactions/`,
    filters: {
      ...{ environment, status, currency, order_id, payment_link_id },
      ...{ start_date: dayOf(start), end_date: dayOf(end) },
    },
    total,
    items: rows.map(toTransactionRecord),
  });
}

const dayOf = (date: Date | undefined) => date?.toISOString().slice(0, 10);
