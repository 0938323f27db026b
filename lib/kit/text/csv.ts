/** Excel recognises UTF-8 only if the file begins with this mark. */
export const byteOrderMark = "\uFEFF";

/** One line of a CSV file (RFC 4180), every cell in quotes. */
export const toCsvLine = (cells: readonly (string | null | undefined)[]): string =>
  `${cells.map((cell) => quoted(escapeFormula(cell ?? ""))).join(",")}\r\n`;

/** Prefixes a cell with an apostrophe if a spreadsheet would run it as a formula. */
const escapeFormula = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
