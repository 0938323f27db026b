import type { Caller } from "@/lib/http/route/caller";
import { byteOrderMark, toCsvLine } from "@/lib/kit/text/csv";
import type { Environment } from "@/lib/reference/platforms";
import { transactionRecord } from "@/lib/transactions/contract";
import { toTransactionRecord } from "@/lib/transactions/record";
import { filtersOf, type HistoryQuery } from "./read-transactions";
import { findHistoryAfter, type HistoryPosition, type TransactionRow } from "./store";

const batchSize = 500;
const columns = Object.keys(transactionRecord.shape) as (keyof typeof transactionRecord.shape)[];

/**
 * Streams the records as CSV, newest first, in batches, so that a slow reader holds only one batch in memory. Keyset
 * pagination keeps new transactions from shifting or repeating rows.
 */
export async function* exportTransactions({ accountNumber }: Caller, environment: Environment, choice: HistoryQuery) {
  yield byteOrderMark + toCsvLine(columns);
  let place: HistoryPosition | null = null;
  do {
    const rows: (TransactionRow & HistoryPosition)[] = await findHistoryAfter(
      { accountNumber, environment },
      filtersOf(choice),
      place,
      batchSize,
    );
    yield rows.map((row) => toCsvLine(cellsOf(row))).join("");
    place = rows.length === batchSize ? (rows.at(-1) ?? null) : null;
  } while (place);
}

/** Lists and objects are written as JSON. */
function cellsOf(row: TransactionRow): (string | null)[] {
  const record = toTransactionRecord(row);
  return columns.map((column) => {
    const value = record[column];
    return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
  });
}
