import { log } from "@/lib/kit/log";
import { query } from "./client";
import { migrationNames } from "./migrate-files";
import { sql } from "./sql";

const answerTimeoutMs = 2_000;

export async function isReady(): Promise<boolean> {
  try {
    const newest = migrationNames().at(-1);
    const rows = await query(
      sql`
      SELECT FROM _prisma_migrations WHERE migration_name = ${newest} AND finished_at IS NOT NULL`,
      answerTimeoutMs,
    );
    return rows.length > 0;
  } catch (error) {
    log.warn({ err: error }, "the database does not answer");
    return false;
  }
}
