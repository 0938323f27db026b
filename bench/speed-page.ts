import type { Table } from "./must-hold";

/**
 * Tables in Markdown. A part's tables are a block of the page: between `<!-- bench:<part> -->` and `<!-- /bench -->`.
 */
function splitAtBlock(page: string, name: string): [before: string, content: string, after: string] {
  const pattern = new RegExp(`^(.*?<!-- bench:${name} -->\n)((?:(?!<!-- ).)*)(<!-- /bench -->.*)$`, "s");
  const [, before, content, after] = pattern.exec(page) ?? [];
  if (before === undefined || content === undefined || after === undefined)
    throw new Error(`The page has no block <!-- bench:${name} -->.`);
  return [before, content, after];
}

export const readBlock = (page: string, name: string): string => splitAtBlock(page, name)[1];

export function replaceBlock(page: string, name: string, content: string): string {
  const [before, , after] = splitAtBlock(page, name);
  return `${before}${content}\n${after}`;
}

export function writeTable(table: Table): string {
  const columns = [...new Set(Object.values(table).flatMap(Object.keys))];
  if (columns.length === 0) return "";
  const lines = Object.entries(table).map(([name, row]) => [name, ...columns.map((column) => row[column] ?? "")]);
  return [["", ...columns], ["", ...columns].map(() => "---"), ...lines]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

/** The first cell of a row that `writeTable()` wrote. */
export function firstCell(markdown: string, row: string): string | undefined {
  const rows = markdown.split("\n").map((line) => line.split(" | "));
  return rows.find(([name]) => name === `| ${row}`)?.[1];
}
