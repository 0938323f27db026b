import type { Caller } from "@/lib/http/caller";
import type { QueryOf } from "@/lib/http/endpoint";
import { cutOf, toPage } from "@/lib/http/paging";
import { endOfDay } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { notFound } from "@/lib/kit/errors";
import type { Environment } from "@/lib/reference/platforms";
import type { listTransactionsEndpoint } from "./contract";
import { toRecord } from "./record";
import { findHistory, findTransaction } from "./store";

export async function retrieveTransaction({ accountNumber }: Caller, environment: Environment, transactionId: string) {
  const row = await findTransaction({ accountNumber, environment }, transactionId);
  if (!row) throw notFound();
  return { message: "OK" as const, data: toRecord(row) };
}

type HistoryQuery = QueryOf<typeof listTransactionsEndpoint>;

export async function listTransactions({ accountNumber }: Caller, environment: Environment, choice: HistoryQuery) {
  const { status, currency, order_id: orderId, start_date: start, end_date: end } = choice;
  const filters = {
    ...(status === "incomplete" ? { isIncomplete: true as const } : { status }),
    currency,
    orderId,
    since: start,
    until: end && endOfDay(end),
  };
  const { total, rows } = await findHistory({ accountNumber, environment }, filters, cutOf(choice));
  return toPage({
    choice,
    path: `${env().PUBLIC_URL}/api/transactions/`,
    filters: { environment, status, currency, order_id: orderId, start_date: dayOf(start), end_date: dayOf(end) },
    total,
    items: rows.map(toRecord),
  });
}

const dayOf = (date: Date | undefined) => date?.toISOString().slice(0, 10);
