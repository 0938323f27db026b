import type { Migration } from "./migrate-files";
import { indexOf, isConcurrent } from "./migrate-index";

/**
 * The rules of docs/decisions/037-migrations-under-load.md. During an upgrade, processes of the previous release work
 * on the new schema, and large tables must not be locked for long.
 */
const contracts: readonly (readonly [RegExp, string])[] = [
  [/\bDROP (TABLE|COLUMN|TYPE|VIEW|SEQUENCE)\b/i, "drops what the previous release may use"],
  [/\bRENAME\b/i, "renames what the previous release may use"],
  [
    /\bADD COLUMN\b(?![^,;]*\bDEFAULT\b)[^,;]*\bNOT NULL\b/i,
    "adds a required column, which the previous release omits",
  ],
  [/\bDROP DEFAULT\b/i, "drops a default, on which the previous release relies"],
  [/\bSET NOT NULL\b/i, "requires a column, which the previous release may omit"],
  [/\bALTER COLUMN\b[^,;]*\bTYPE\b/i, "changes a type, which rewrites the table under a lock"],
];
/** Names the release that no longer uses what the migration takes away. */
const permission = /^-- contract: unused since \d+\.\d+\.\d+/m;

/** Says what is wrong with a migration. */
export function problemsOf(migration: Migration): string[] {
  const sql = withoutParentheses(migration.sql.replace(/--.*$/gm, ""));
  if (isConcurrent(migration)) return indexOf(migration) ? [] : ["has more than one CREATE INDEX CONCURRENTLY"];
  const isPermitted = permission.test(migration.sql);
  return [
    ...contracts.flatMap(([pattern, problem]) => (!isPermitted && pattern.test(sql) ? [problem] : [])),
    ...oldTables(sql, indexedIn(sql)).map((table) => `builds an index on ${table} without CONCURRENTLY`),
    ...oldTables(sql, checkedIn(sql)).map((table) => `adds a constraint that checks all rows of ${table} under a lock`),
  ];
}

/** Commas inside of parentheses, as in `DECIMAL(12,2)`, separate no actions of ALTER TABLE. */
function withoutParentheses(sql: string): string {
  const shorter = sql.replace(/\([^()]*\)/g, " ");
  return shorter === sql ? sql : withoutParentheses(shorter);
}

/** The tables that are not created by the same migration, and may be large. */
function oldTables(sql: string, tables: string[]): string[] {
  const created = [...sql.matchAll(/\bCREATE TABLE (?:IF NOT EXISTS )?"?(\w+)"?/gi)].map(([, table]) => table);
  return tables.filter((table) => !created.includes(table));
}

const indexedIn = (sql: string): string[] =>
  [...sql.matchAll(/\bCREATE (?:UNIQUE )?INDEX\b[^;]*? ON "?(\w+)"?/gi)].map(([, table = ""]) => table);

const constraint =
  /\bADD (?:CONSTRAINT "?\w+"? )?(?:FOREIGN KEY|UNIQUE|CHECK|PRIMARY KEY|EXCLUDE)\b|\bADD COLUMN\b.*\b(?:UNIQUE|PRIMARY KEY|REFERENCES|CHECK)\b/is;
const checksNothing = /\b(NOT VALID|USING INDEX)\b/i;

/** The tables that get a constraint which PostgreSQL checks at once. */
function checkedIn(sql: string): string[] {
  const altered = [...sql.matchAll(/\bALTER TABLE (?:IF EXISTS )?(?:ONLY )?"?(\w+)"?([^;]*)/gi)];
  return altered.flatMap(([, table = "", actions = ""]) =>
    actions.split(",").some((action) => constraint.test(action) && !checksNothing.test(action)) ? [table] : [],
  );
}
