import type pg from "pg";
import type { Migration } from "./migrate-files";

/**
 * A migration that builds one index while payments go on. Its first line is `-- concurrently`, and it has one
 * statement, which cannot run in a transaction. `prisma migrate deploy` can apply such a file, too.
 */
const mark = /^-- concurrently\n/;
const statementPattern = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY "(\w+)" ON [^;]+;\s*$/;

export const isConcurrent = ({ sql }: Pick<Migration, "sql">): boolean => mark.test(sql);

/** The name of the index. Undefined if the migration is not one CREATE INDEX CONCURRENTLY. */
export const indexOf = ({ sql }: Pick<Migration, "sql">): string | undefined =>
  statementPattern.exec(sql.replace(mark, ""))?.[1];

/** Builds the index. An invalid index of a run that was killed is dropped first, and a complete one is kept. */
export async function buildIndex(client: pg.Client, sql: string): Promise<void> {
  const name = indexOf({ sql });
  if (!name) throw new Error("A migration that runs concurrently has exactly one CREATE INDEX CONCURRENTLY statement.");
  const { rows } = await client.query<{ isValid: boolean }>(
    `SELECT indisvalid AS "isValid" FROM pg_index WHERE indexrelid = to_regclass($1)`,
    [`"${name}"`],
  );
  if (rows[0]?.isValid) return;
  if (rows[0]) await client.query(`DROP INDEX CONCURRENTLY "${name}"`);
  await client.query(sql);
}
