/** Without it Excel does not read UTF-8. */
export const byteOrderMark = "\uFEFF";

/** One line of a CSV file (RFC 4180), every cell in quotes. */
export const toCsvLine = (cells: readonly (string | null | undefined)[]): string =>
  `${cells.map((cell) => quoted(harmless(cell ?? ""))).join(",")}\r\n`;

/** A spreadsheet would take such a cell for a formula. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
