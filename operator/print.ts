export const printJson = (value: object): void => console.log(JSON.stringify(value, null, 2));

/** Aligns the cells of rows in columns. Columns that `numeric` names are aligned to the right. */
export function formatTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  numeric: readonly string[] = [],
): string[] {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const isNumeric = head.map((name) => numeric.includes(name));
  return all.map((row) =>
    row
      .map((cell, column) =>
        isNumeric[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd(),
  );
}
