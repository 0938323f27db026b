import type { Owner } from "@/lib/http/message/caller";
import { byteOrderMark, toCsvLine } from "@/lib/kit/text/csv";
import { transactionRecord } from "@/lib/transactions/contract";
import { toTransactionRecord } from "@/lib/transactions/record";
import { findHistoryAfter, type HistoryFilters, type HistoryPosition, type TransactionRow } from "./store";

const batchSize = 500;
type Column = keyof typeof transactionRecord.shape;
const allColumns = Object.keys(transactionRecord.shape) as Column[];
/** Only the export of a payment link has the quantity, because programs may rely on the columns of the others. */
const columnsFor = ({ paymentLinkId }: HistoryFilters) =>
  allColumns.filter((column) => column !== "quantity" || paymentLinkId !== undefined);

/**
 * Streams the transactions as CSV, newest first. Only one batch is in memory, even if the client reads slowly. Keyset
 * pagination keeps new transactions from shifting or repeating rows.
 */
export async function* exportTransactions(owner: Owner, filters: HistoryFilters) {
  const columns = columnsFor(filters);
  yield byteOrderMark + toCsvLine(columns);
  let place: HistoryPosition | null = null;
  do {
    const rows: (TransactionRow & HistoryPosition)[] = await findHistoryAfter(owner, filters, place, batchSize);
    yield rows.map((row) => toCsvLine(cellsOf(row, columns))).join("");
    place = rows.length === batchSize ? (rows.at(-1) ?? null) : null;
  } while (place);
}

/** Returns the CSV cells of one transaction. Lists and objects become JSON. */
function cellsOf(row: TransactionRow, columns: readonly Column[]): (string | null)[] {
  const record = toTransactionRecord(row);
  return columns.map((column) => {
    const value = record[column] ?? null;
    return value === null || typeof value === "string" ? value : JSON.stringify(value);
  });
}
