import type { Caller } from "@/lib/http/route/caller";
import { byteOrderMark, toCsvLine } from "@/lib/kit/csv";
import type { Environment } from "@/lib/reference/platforms";
import { transactionRecord } from "@/lib/transactions/contract";
import { toTransactionRecord } from "@/lib/transactions/record";
import { filtersOf, type HistoryQuery } from "./read-transactions";
import { findHistoryAfter, type HistoryPosition, type TransactionRow } from "./store";

const batchSize = 500;
const columns = Object.keys(transactionRecord.shape) as (keyof typeof transactionRecord.shape)[];

/**
 * The records as a CSV file, newest first, piece by piece: whoever reads slowly keeps no more than one piece in memory.
 * Each piece goes on where the one before it ended, so that what is accepted meanwhile neither shifts nor repeats any.
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

/** What a record has several of, or in parts, stands in its cell as JSON. */
function cellsOf(row: TransactionRow): (string | null)[] {
  const record = toTransactionRecord(row);
  return columns.map((column) => {
    const value = record[column];
    return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
  });
}
