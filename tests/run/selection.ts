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

/** The chosen test files of these kinds, grouped by kind. */
export function selectTests(kinds: readonly Kind[], isChosen: (file: string) => boolean): Selection {
  const selection = new Map<Kind, string[]>();
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  for (const file of files.sort()) {
    const kind = kindOf(file);
    if (kind && kinds.includes(kind) && isChosen(file)) selection.set(kind, [...(selection.get(kind) ?? []), file]);
  }
  return selection;
}

function kindOf(file: string): Kind | null {
  if (file.startsWith("e2e/")) return file.endsWith(".spec.ts") ? "e2e" : null;
  if (file === searchFile) return "search";
  const match = /(?:\.(db|http|launch|alone|deep))?\.test\.ts$/.exec(file);
  return match && ((match[1] as Kind | undefined) ?? "unit");
}
