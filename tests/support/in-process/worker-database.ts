import { beforeAll } from "vitest";
import { inTransaction, query } from "@/lib/db/client";
import { rawSql, sql } from "@/lib/db/sql";

/**
 * `schema` is a digest of the catalogs that the tests of a file may not change. `restore` undoes the changes that they
 * may make, once the tables are empty.
 */
export type WorkerDatabase = { name: string; url: string; schema: string; restore: string[] };

export const worker = globalThis as typeof globalThis & { ownDatabase?: WorkerDatabase };

/** Changes of tables, constraints, triggers, functions and enums write rows of these catalogs. */
export async function inspectDatabase(): Promise<{ schema: string; size: bigint }> {
  const [found] = await query<{ schema: string; size: bigint }>(sql`
    SELECT string_agg(concat_ws(' ', catalog, count, newest), ', ' ORDER BY catalog) AS schema,
      pg_database_size(current_database()) AS size
    FROM (SELECT 'pg_class' AS catalog, count(*), max(xmin::text::bigint) AS newest FROM pg_class
      UNION ALL SELECT 'pg_attribute', count(*), max(xmin::text::bigint) FROM pg_attribute
      UNION ALL SELECT 'pg_constraint', count(*), max(xmin::text::bigint) FROM pg_constraint
      UNION ALL SELECT 'pg_trigger', count(*), max(xmin::text::bigint) FROM pg_trigger
      UNION ALL SELECT 'pg_proc', count(*), max(xmin::text::bigint) FROM pg_proc
      UNION ALL SELECT 'pg_enum', count(*), max(xmin::text::bigint) FROM pg_enum) AS catalogs`);
  if (!found) throw new Error("The catalogs of the database cannot be read.");
  return found;
}

/**
 * Deletes all rows past the triggers that forbid it, restarts the sequences and restores the schema. No migration
 * inserts rows that stay.
 */
export async function emptyDatabase(own: WorkerDatabase): Promise<void> {
  await inTransaction(async () => {
    await query(sql`SET LOCAL session_replication_role = replica`);
    await query(sql`
      DO $$ DECLARE filled regclass; BEGIN
        FOR filled IN SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
          AND relname <> '_prisma_migrations' AND pg_relation_size(oid) > 0
        LOOP EXECUTE 'DELETE FROM ' || filled; END LOOP;
        PERFORM setval(seqrelid, seqstart, false) FROM pg_sequence;
      END $$`);
    for (const statement of own.restore) await query(rawSql(statement));
  });
  if (own.restore.length > 0) own.schema = (await inspectDatabase()).schema;
  own.restore = [];
}

/** Drops a constraint for the tests of a file. */
export function dropConstraintForFile(table: string, constraint: string): void {
  beforeAll(async () => {
    const own = worker.ownDatabase;
    const [found] = await query<{ definition: string }>(sql`
      SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conname = ${constraint}`);
    if (!own || !found) throw new Error(`There is no constraint ${constraint}.`);
    await query(rawSql(`ALTER TABLE ${table} DROP CONSTRAINT ${constraint}`));
    own.restore.push(`ALTER TABLE ${table} ADD CONSTRAINT ${constraint} ${found.definition}`);
    own.schema = (await inspectDatabase()).schema;
  });
}
