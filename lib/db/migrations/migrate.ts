import { createHash, randomUUID } from "node:crypto";
import pg from "pg";
import { second } from "@/lib/kit/clock";
import { commandLine } from "@/lib/kit/commands";
import { openClient } from "../servers";
import { type Migration, readMigrations } from "./migrate-files";
import { buildIndex, isConcurrent } from "./migrate-index";
import { type ReportProgress, withProgress } from "./migrate-progress";
import { grantFutureRights, grantRights } from "./program-role";
import { findOldRelease, type Release } from "./releases";

/**
 * Applies migrations like `prisma migrate deploy`, with the same table, checksums and lock, so that both tools agree.
 * Needs its own database session: a pooler that shares sessions between transactions would lose the advisory lock.
 */
const prismaLock = 72707369;

const createTable = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id varchar(36) PRIMARY KEY NOT NULL,
    checksum varchar(64) NOT NULL,
    finished_at timestamptz,
    migration_name varchar(255) NOT NULL,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz NOT NULL DEFAULT now(),
    applied_steps_count integer NOT NULL DEFAULT 0
  )`;

/** A migration that cannot be applied. The message is for the operator. */
export class MigrationError extends Error {
  override name = "MigrationError";
}

/** How a migration waits for the lock of a table that payments use. */
type Patience = {
  /** Short, because other statements on the table queue behind the migration's lock request. */
  lockTimeoutMs: number;
  pauseMs: number;
  attempts: number;
};
/** Shorter than PostgreSQL's `deadlock_timeout` of a second: giving way early resolves a deadlock. */
const usualPatience: Patience = { lockTimeoutMs: 500, pauseMs: 5 * second, attempts: 60 };

/** A server that accepts connections and stays silent must not hold the migrations up for ever. */
const connectMs = 10 * second;

type Options = {
  report?: ReportProgress;
  reportEveryMs?: number;
  patience?: Patience;
  /** The role of the programs, if it is another one than that of the migrations. It gets the rights of the programs. */
  programRole?: string;
  /** With this list, the migrations refuse to run while a release before the previous one uses the database. */
  releases?: readonly Release[];
};

/** Applies the migrations that the database lacks, and returns their names. */
export async function migrate(
  databaseUrl: string,
  migrations: readonly Migration[] = readMigrations(),
  { report = () => {}, reportEveryMs = 5 * second, patience = usualPatience, programRole, releases }: Options = {},
): Promise<string[]> {
  // The name tells the session from those of old releases, which have none.
  const client = await openClient(databaseUrl, { connectionTimeoutMillis: connectMs, application_name: "migrate" });
  try {
    // The role of the product may have time limits, which are too short for a migration.
    await client.query("SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0");
    await lockMigrations(client, report, reportEveryMs);
    if (programRole) await grantFutureRights(client, programRole);
    const applied = await listApplied(client);
    const pending = migrations.filter(({ name }) => !applied.includes(name));
    if (releases && pending.length > 0) {
      const known = migrations.map(({ name }) => name);
      const refusal = await findOldRelease(client, { applied, known, releases, programRole });
      if (refusal) throw new MigrationError(refusal);
    }
    for (const migration of pending) {
      const watched = { client, databaseUrl, name: migration.name, report, everyMs: reportEveryMs };
      await withProgress(watched, () =>
        isConcurrent(migration) ? applyConcurrently(client, migration) : apply(client, migration, report, patience),
      );
    }
    if (programRole) report(await grantRights(client, programRole));
    return pending.map(({ name }) => name);
  } catch (error) {
    throw isForbidden(error) ? new MigrationError(`${error.message}. ${needsOwner}`, { cause: error }) : error;
  } finally {
    // Closing the session releases the advisory lock.
    await client.end();
  }
}

const needsOwner =
  "Migrations need the role that owns the tables: set MIGRATE_DATABASE_URL (docs/operations.md, «Roles»).";
const isForbidden = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.code === "42501";

const lockPollMs = 100;

/** Polls, because a waiting statement holds a snapshot, and CREATE INDEX CONCURRENTLY waits for older snapshots. */
async function lockMigrations(client: pg.Client, report: ReportProgress, reportEveryMs: number): Promise<void> {
  const isLocked = async () => {
    const { rows } = await client.query<{ locked: boolean }>("SELECT pg_try_advisory_lock($1) AS locked", [prismaLock]);
    return rows[0]?.locked;
  };
  let reportAt = performance.now() + reportEveryMs;
  while (!(await isLocked())) {
    if (performance.now() >= reportAt) {
      report("Waiting for another migration: its session holds the lock.");
      reportAt += reportEveryMs;
    }
    await new Promise((done) => setTimeout(done, lockPollMs));
  }
}

type Row = { name: string; startedAt: Date; isFinished: boolean; logs: string | null };

async function listApplied(client: pg.Client): Promise<string[]> {
  if (!(await hasMigrationsTable(client))) {
    await refuseForeignTables(client);
    await client.query(createTable);
  }
  const { rows } = await client.query<Row>(
    `SELECT migration_name AS name, started_at AS "startedAt", finished_at IS NOT NULL AS "isFinished", logs
     FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at`,
  );
  const failed = rows.find(({ isFinished }) => !isFinished);
  if (failed) throw new MigrationError(howToRetry(failed));
  return rows.map(({ name }) => name);
}

async function hasMigrationsTable(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ table: string | null }>(`SELECT to_regclass('_prisma_migrations') AS "table"`);
  return rows[0]?.table !== null;
}

/** Refuses a database that has tables but no migrations table, because it belongs to another application. */
async function refuseForeignTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ tablename: string }>(
    "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename LIMIT 1",
  );
  if (rows[0]) {
    throw new MigrationError(
      `The database has tables (${rows[0].tablename}) but no list of applied migrations. Give an empty database, or the one of this installation.`,
    );
  }
}

function howToRetry({ name, startedAt, logs }: Row): string {
  return [
    `Migration ${name} failed on ${startedAt.toISOString()}. Its changes were rolled back, and no later migration is applied.`,
    ...(logs ? [logs] : []),
    `Remove the cause, allow another attempt with this statement, then run «${commandLine("migrate")}»:`,
    `  UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = '${name}' AND finished_at IS NULL;`,
  ].join("\n");
}

const checksumOf = (sql: string): string => createHash("sha256").update(sql).digest("hex");
const insert = `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, logs)
                VALUES ($1, $2, $3, clock_timestamp(), $4)`;
const finish = "UPDATE _prisma_migrations SET finished_at = clock_timestamp(), applied_steps_count = 1 WHERE id = $1";
/** Lock timeout and deadlock: other transactions use the tables, and another attempt can succeed. */
const busyCodes: readonly unknown[] = ["55P03", "40P01"];

/** Applies a migration and records it in the same transaction, so that a killed process leaves nothing behind. */
async function apply(
  client: pg.Client,
  migration: Migration,
  report: ReportProgress,
  patience: Patience,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyOnce(client, migration, patience.lockTimeoutMs);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || !busyCodes.includes(error.code)) throw error;
      const { name } = migration;
      if (attempt === patience.attempts) {
        const reason = `${name} could not lock a table that is in use. It changed nothing.`;
        throw new MigrationError(`${reason} Run «${commandLine("migrate")}» again.`, { cause: error });
      }
      report(`${name} waits for a table that is in use (attempt ${attempt} of ${patience.attempts})`);
      await new Promise((done) => setTimeout(done, patience.pauseMs));
    }
  }
}

async function applyOnce(client: pg.Client, { name, sql }: Migration, lockTimeoutMs: number): Promise<void> {
  const id = randomUUID();
  try {
    await client.query(`BEGIN; SET LOCAL lock_timeout = ${lockTimeoutMs}`);
    await client.query(insert, [id, checksumOf(sql), name, null]);
    await client.query(sql);
    await client.query(finish, [id]);
    await client.query("COMMIT");
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    await client.query("ROLLBACK");
    if (busyCodes.includes(error.code)) throw error;
    const reason = `Migration ${name} failed${placeOf(error, sql)}: ${error.message}`;
    await client.query(insert, [id, checksumOf(sql), name, reason]);
    throw new MigrationError(`${reason}\nIts changes were rolled back.`, { cause: error });
  }
}

/** Records the migration when its index is complete. After a failure or a kill, the next run builds the index again. */
async function applyConcurrently(client: pg.Client, { name, sql }: Migration): Promise<void> {
  try {
    await buildIndex(client, sql);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    const reason = `Migration ${name} failed: ${error.message}`;
    throw new MigrationError(`${reason}\nRemove the cause, then run «${commandLine("migrate")}» again.`, {
      cause: error,
    });
  }
  const id = randomUUID();
  await client.query("BEGIN");
  await client.query(insert, [id, checksumOf(sql), name, null]);
  await client.query(finish, [id]);
  await client.query("COMMIT");
}

function placeOf({ position }: pg.DatabaseError, sql: string): string {
  if (!position) return "";
  const lines = [...sql]
    .slice(0, Number(position) - 1)
    .join("")
    .split("\n");
  return ` at line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`;
}
