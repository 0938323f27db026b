import { holdsCardNumber } from "@/lib/http/body/card-number-search";
import { AppError } from "@/lib/kit/errors";
import { type Minor, parseMinor } from "@/lib/kit/money";
import { type CsvLine, readCsvLines } from "@/lib/kit/text/csv";
import type { ChargebackOperationName } from "./chargebacks";

/** The CSV file in which an operator lists the chargebacks and outcomes that the acquirer reports. */
export type ChargebackFileRow = Named & {
  line: number;
  event: ChargebackOperationName;
  amount: Minor | null;
  currency: string | null;
  bankReference: string | null;
};

/** A row names its payment by our id, by the acquirer's reference, or by both. */
type Named =
  | { transactionId: string; acquirerReference: null }
  | { transactionId: string | null; acquirerReference: string };

export const chargebackFileBytesMax = 1024 * 1024;
const rowsMax = 10_000;

const events: readonly ChargebackOperationName[] = ["open", "won", "lost", "fraud"];
const columnNames = ["transaction_id", "acquirer_reference", "event", "amount", "currency", "reference"] as const;
type ColumnName = (typeof columnNames)[number];
/** The position of each column, and the number of cells in the header. */
type Header = { columns: ReadonlyMap<ColumnName, number>; width: number };

/** Printable characters only, because the audit log shows the case number. */
const bankReferencePattern = /^\P{C}{1,64}$/u;

const refusal = (problem: string) => new AppError("invalid", `${problem} Nothing was imported.`);
/** Never contains text of the file, because any cell may hold card data. */
const refusalOf = ({ line }: CsvLine, problem: string) => refusal(`Line ${line}: ${problem}`);

/** Reads the whole file, or throws at the first structural error. */
export function readChargebackFile(bytes: Uint8Array): readonly ChargebackFileRow[] {
  if (bytes.byteLength > chargebackFileBytesMax) throw refusal("The file is larger than 1 MB.");
  const lines = splitFile(decode(bytes));
  const leak = lines.find(({ cells }) => cells?.some(looksLikeCard));
  if (leak) throw refusalOf(leak, "a cell looks like a card number. Delete card numbers from the file.");
  const [first, ...rows] = lines;
  if (!first) throw refusal("The file is empty.");
  if (rows.length > rowsMax) throw refusal(`The file has more than ${rowsMax} rows.`);
  const header = readHeader(first);
  return rows.map((row) => readRow(row, header));
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw refusal("The file is not UTF-8.");
  }
}

/** The header decides between comma and semicolon: only the right separator yields a column `event`. */
function splitFile(text: string): CsvLine[] {
  const lines = readCsvLines(text);
  if (namesOf(lines[0]).includes("event")) return lines;
  const withSemicolons = readCsvLines(text, ";");
  return namesOf(withSemicolons[0]).includes("event") ? withSemicolons : lines;
}

const namesOf = (header: CsvLine | undefined): string[] => header?.cells?.map((name) => name.toLowerCase()) ?? [];

const betweenDigits = /(?<=\d)(?:\s|[\s.\p{Pd}]{2,3})(?=\d)/gu;

/** Also finds groups with several separators between them, such as `4111 - 1111 - 1111 - 1111`. */
const looksLikeCard = (cell: string): boolean =>
  holdsCardNumber(cell) || holdsCardNumber(cell.normalize("NFKC").replace(betweenDigits, " "));

function readHeader(header: CsvLine): Header {
  if (!header.cells) throw refusalOf(header, "the line is not valid CSV.");
  const names = namesOf(header);
  const repeated = columnNames.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (repeated) throw refusalOf(header, `the column ${repeated} appears twice.`);
  const columns = new Map(columnNames.map((name) => [name, names.indexOf(name)] as const).filter(([, at]) => at >= 0));
  if (!columns.has("event")) throw refusalOf(header, "the column event is missing.");
  if (!columns.has("transaction_id") && !columns.has("acquirer_reference")) {
    throw refusalOf(header, "the column transaction_id or acquirer_reference is missing.");
  }
  return { columns, width: names.length };
}

function readRow(row: CsvLine, { columns, width }: Header): ChargebackFileRow {
  const { line, cells } = row;
  if (!cells) throw refusalOf(row, "the line is not valid CSV.");
  // A separator without quotes, as in 1,250.00, would move the cells after it into wrong columns.
  if (cells.slice(width).some(Boolean)) throw refusalOf(row, "the line has more cells than the header.");
  const cellOf = (name: ColumnName): string | null => cells[columns.get(name) ?? -1] || null;
  const event = events.find((each) => each === cellOf("event")?.toLowerCase());
  if (!event) throw refusalOf(row, `the event must be one of ${events.join(", ")}.`);
  const named = nameOf(cellOf("transaction_id"), cellOf("acquirer_reference"));
  if (!named) throw refusalOf(row, "the transaction id or acquirer reference is missing.");
  const [amountCell, bankReference] = [cellOf("amount"), cellOf("reference")];
  const amount = amountCell === null ? null : parseMinor(amountCell);
  if (amountCell !== null && amount === null) throw refusalOf(row, "the amount must be a number such as 1250.00.");
  if (bankReference !== null && !bankReferencePattern.test(bankReference)) {
    throw refusalOf(row, "the reference must have at most 64 printable characters.");
  }
  const currency = cellOf("currency")?.toUpperCase() ?? null;
  return { ...named, line, event, amount, currency, bankReference };
}

function nameOf(transactionId: string | null, acquirerReference: string | null): Named | null {
  if (acquirerReference !== null) return { transactionId, acquirerReference };
  return transactionId === null ? null : { transactionId, acquirerReference };
}
