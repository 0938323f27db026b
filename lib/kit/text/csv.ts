/** Excel needs it to recognise UTF-8. */
export const byteOrderMark = "\uFEFF";

/** One line of a CSV file (RFC 4180), every cell in quotes. */
export const toCsvLine = (cells: readonly (string | null | undefined)[]): string =>
  `${cells.map((cell) => quoted(escapeFormula(cell ?? ""))).join(",")}\r\n`;

/** Prefixes cells that a spreadsheet would run as a formula. */
const escapeFormula = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
