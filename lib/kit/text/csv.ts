/** Excel recognises UTF-8 only if the file begins with this mark. */
export const byteOrderMark = "\uFEFF";

/** One line of a CSV file (RFC 4180), every cell in quotes. */
export const toCsvLine = (cells: readonly (string | null | undefined)[]): string =>
  `${cells.map((cell) => quoted(escapeFormula(cell ?? ""))).join(",")}\r\n`;

/**
 * Puts an apostrophe before whatever a spreadsheet would run as a formula. A spreadsheet that separates cells by
 * semicolons, tabs or bars splits our cells at these characters and at line ends, although they are in quotes.
 */
const escapeFormula = (text: string): string =>
  text.replace(formulaStart, "'").replace(/^[\t\r]/, (first) => `'${first}`);

const formulaStart = /(?=[=+\-@])(?<=(?:^|[;\t|\n]|(?<!^)\r)[ "]*)/g;

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A line of a CSV file. `cells` is null if the line is not valid CSV. */
export type CsvLine = { line: number; cells: string[] | null };

/** Matches one cell and the separator after it. Sticky, so that no text between two cells is skipped. */
const cellPatterns = {
  ",": /(?:[ \t]*"((?:[^"]|"")*)"[ \t]*|([^",]*))(,|$)/y,
  ";": /(?:[ \t]*"((?:[^"]|"")*)"[ \t]*|([^";]*))(;|$)/y,
} as const;
export type CsvSeparator = keyof typeof cellPatterns;

/** The non-empty lines of a CSV file, numbered from 1. A cell cannot span several lines. */
export function readCsvLines(text: string, separator: CsvSeparator = ","): CsvLine[] {
  return text
    .replace(byteOrderMark, "")
    .split(/\r\n?|\n/)
    .map((content, index) => ({ line: index + 1, cells: readCells(content, separator) }))
    .filter(({ cells }) => !cells || cells.some(Boolean));
}

function readCells(content: string, separator: CsvSeparator): string[] | null {
  const cells: string[] = [];
  const pattern = new RegExp(cellPatterns[separator]);
  for (let cell = pattern.exec(content); cell; cell = pattern.exec(content)) {
    const [, quotedCell, plainCell = "", end] = cell;
    cells.push((quotedCell?.replaceAll('""', '"') ?? plainCell).trim());
    if (end === "") return cells;
  }
  return null;
}
