import { query } from "./client";
import { connection } from "./connection";
import { migrationNames } from "./migrations/migrate-files";
import { outageOf, reportOutage } from "./outage";
import { sql } from "./sql";

const answerTimeoutMs = 2_000;
const diskCheckEveryMs = 5_000;
const unmigrated = "The database has no current schema. Run «npm run migrate» first.";
const missingTable = "42P01";

/**
 * A sentence that says why this process cannot serve requests, or null if it can. The sentence is public: the log has
 * the details.
 */
export async function findObstacle(): Promise<string | null> {
  try {
    const newest = migrationNames().at(-1);
    const [found] = await query<{ isReadOnly: boolean; isMigrated: boolean }>(
      sql`
      SELECT current_setting('transaction_read_only') = 'on' AS is_read_only, EXISTS (
        SELECT FROM _prisma_migrations WHERE migration_name = ${newest} AND finished_at IS NOT NULL) AS is_migrated`,
      answerTimeoutMs,
    );
    if (!found?.isMigrated) return unmigrated;
    if (found.isReadOnly) return "The database is read-only.";
    await checkDisk();
    return null;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === missingTable) return unmigrated;
    const reason = outageOf(error) ?? "The database refuses the readiness check.";
    reportOutage(error, reason);
    return reason;
  }
}

let diskCheckedAt = Number.NEGATIVE_INFINITY;

/**
 * Writes a temporary file of a megabyte on the disk of the database, because the rows do not fit into `work_mem`. An
 * update of a row would not detect a full disk, because it usually finds space in a page that exists.
 */
async function checkDisk(): Promise<void> {
  if (performance.now() - diskCheckedAt < diskCheckEveryMs) return;
  await connection().pool.query("SET LOCAL work_mem = '64kB'; SELECT count(*) FROM generate_series(1, 70000)");
  diskCheckedAt = performance.now();
}
