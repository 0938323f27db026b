import { formatMinor } from "@/lib/kit/money";
import type { ForeignDetails } from "@/lib/user/bank-rules";
import { numbersOf } from "./numbers";
import type { BatchRow } from "./store";

/** What operator and bank exchange: CSV (RFC 4180). The only place where numbers stand in clear, which is its purpose. */

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
  return [names, ...lines.map((line) => Object.values(line))].map(toLine).join("");
}

const toLine = (cells: readonly (string | null | undefined)[]): string =>
  `${cells.map((cell) => quoted(harmless(cell ?? ""))).join(",")}\r\n`;

/** A spreadsheet would take such a cell for a formula. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The lines of a file and their cells. Empty lines do not count. */
export function readLines(text: string): string[][] {
  const lines: string[][] = [[]];
  for (const [, quotedCell, plainCell = "", end] of text.replace(/^\uFEFF/, "").matchAll(cellPattern)) {
    lines.at(-1)?.push((quotedCell?.slice(1, -1).replaceAll('""', '"') ?? plainCell).trim());
    if (end === "") break;
    if (end !== ",") lines.push([]);
  }
  return lines.filter((cells) => cells.some(Boolean));
}

const cellPattern = /(?:[ \t]*("(?:[^"]|"")*")[ \t]*|([^,\r\n]*))(,|\r?\n|$)/g;
