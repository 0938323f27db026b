import { readdirSync } from "node:fs";
import { join } from "node:path";

/** The kinds of tests, recognised by the end of the file name. `search` is one HTTP test that must run alone. */
export type Kind = "unit" | "db" | "http" | "search" | "launch" | "alone" | "deep" | "e2e";

export type Selection = ReadonlyMap<Kind, readonly string[]>;

const folders = ["app", "bench", "components", "e2e", "emulator", "launch", "lib", "operator", "sdk/generate", "tests"];
const searchFile = "lib/cards/card-data.http.test.ts";

export const everydayKinds: readonly Kind[] = ["unit", "db", "http", "search", "launch", "alone", "e2e"];

/** The kinds of tests that each value of `--kind=…` selects. */
export const kindOptions: Readonly<Record<string, readonly Kind[]>> = {
  unit: ["unit"],
  db: ["db"],
  http: ["http", "search"],
  launch: ["launch", "alone"],
  e2e: ["e2e"],
};

/** The test files whose path contains one of the filters, grouped by kind. Without filters, all test files. */
export function selectTests(kinds: readonly Kind[], filters: readonly string[]): Selection {
  const selection = new Map<Kind, string[]>();
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  for (const file of files.sort()) {
    const kind = kindOf(file);
    const isNamed = filters.length === 0 || filters.some((filter) => file.includes(filter));
    if (kind && kinds.includes(kind) && isNamed) selection.set(kind, [...(selection.get(kind) ?? []), file]);
  }
  return selection;
}

function kindOf(file: string): Kind | null {
  if (file.startsWith("e2e/")) return file.endsWith(".spec.ts") ? "e2e" : null;
  if (file === searchFile) return "search";
  const match = /(?:\.(db|http|launch|alone|deep))?\.test\.ts$/.exec(file);
  return match && ((match[1] as Kind | undefined) ?? "unit");
}
