import type { Migration } from "./migrate-files";
import { indexOf, isConcurrent } from "./migrate-index";

/**
 * The rules of docs/decisions/037-migrations-under-load.md. During an upgrade, processes of the previous release work on
 * the new schema, and large tables must not be locked for long.
 */
const contracts: readonly (readonly [RegExp, string])[] = [
  [/\bDROP (TABLE|COLUMN|TYPE|VIEW|SEQUENCE)\b/i, "drops what the previous release may use"],
  [/\bRENAME\b/i, "renames what the previous release may use"],
  [
    /\bADD COLUMN\b(?![^,;]*\bDEFAULT\b)[^,;]*\bNOT NULL\b/i,
    "adds a required column, which the previous release omits",
  ],
  [/\bSET NOT NULL\b/i, "requires a column, which the previous release may omit"],
  [/\bALTER COLUMN\b[^,;]*\bTYPE\b/i, "changes a type, which rewrites the table under a lock"],
];
/** Names the release that no longer uses what the migration takes away. */
const permission = /^-- contract: unused since \d+\.\d+\.\d+/m;

/** Says what is wrong with a migration. */
export function problemsOf(migration: Migration): string[] {
  const sql = migration.sql.replace(/--.*$/gm, "");
  if (isConcurrent(migration)) return indexOf(migration) ? [] : ["has more than one CREATE INDEX CONCURRENTLY"];
  const isPermitted = permission.test(migration.sql);
  return [
    ...contracts.flatMap(([pattern, problem]) => (!isPermitted && pattern.test(sql) ? [problem] : [])),
    ...oldTablesIn(sql).map((table) => `builds an index on ${table} without CONCURRENTLY`),
  ];
}

/** Tables that get an index, but are not created by the same migration. */
function oldTablesIn(sql: string): string[] {
  const created = [...sql.matchAll(/\bCREATE TABLE "?(\w+)"?/gi)].map(([, table]) => table);
  const indexed = [...sql.matchAll(/\bCREATE (?:UNIQUE )?INDEX\b[^;]*? ON "?(\w+)"?/gi)].map(([, table = ""]) => table);
  return indexed.filter((table) => !created.includes(table));
}
