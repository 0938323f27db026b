import { execFileSync } from "node:child_process";
import { dirname } from "node:path";
import { importsOf } from "@/scripts/check-architecture";
import { isTest, type SourceFile } from "@/tests/architecture/layout-rules";

/** The files that differ from the commit at which the branch left `main`, deleted and uncommitted ones included. */
export function listChangedFiles(): string[] {
  const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).split("\n").filter(Boolean);
  const [base = ""] = git("merge-base", "main", "HEAD");
  return [...git("diff", "--name-only", "--no-renames", base), ...git("ls-files", "--others", "--exclude-standard")];
}

/**
 * The changed files, all files that import them directly or through others, and all files beside changed sources: HTTP
 * tests reach the sources in their folder through the product, which they do not import.
 */
export function findAffected(changed: readonly string[], sources: readonly SourceFile[]): ReadonlySet<string> {
  const importers = new Map<string, string[]>();
  for (const source of sources.filter(({ path }) => /\.(tsx?|mjs)$/.test(path))) {
    for (const target of importsOf(source)) {
      importers.set(moduleOf(target), [...(importers.get(moduleOf(target)) ?? []), source.path]);
    }
  }
  const affected = new Set(changed);
  // A set also visits what is added during the loop.
  for (const path of affected) for (const importer of importers.get(moduleOf(path)) ?? []) affected.add(importer);
  const folders = new Set(changed.filter((path) => !isTest(path)).map(dirname));
  for (const { path } of sources) if (folders.has(dirname(path))) affected.add(path);
  return affected;
}

const moduleOf = (path: string) => path.replace(/\.tsx?$/, "");
