import type pg from "pg";
import { commandLine } from "@/lib/kit/commands";
import { env } from "@/lib/kit/env";
import { onConnection, poolUse } from "./connection";
import { migrationNames } from "./migrations/migrate-files";
import { isRefusedConnection, outageOf, reportOutage } from "./outage";
import { toQueryConfig, toRows } from "./rows";
import { openClient } from "./servers";
import { sql } from "./sql";

const answerTimeoutMs = 2_000;
/** Shorter than the time that probes of load balancers and Kubernetes allow. */
const checkTimeoutMs = 2_500;
const diskCheckEveryMs = 5_000;
const unmigrated = () => `The database has no current schema. Run «${commandLine("migrate")}» first.`;
const late = "The database did not answer in time.";
const missingTable = "42P01";
const missingFunction = "42883";

let running: Promise<string | null> | undefined;

/**
 * A sentence that says why this process cannot serve requests, or null if it can. The sentence is public: the log has
 * the details. Simultaneous calls share one check, because /readyz has no rate limit and a check may open a connection.
 */
export function findObstacle(): Promise<string | null> {
  running ??= limit(check()).finally(() => {
    running = undefined;
  });
  return running;
}

async function limit(checked: Promise<string | null>): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<string>((resolve) => {
    timer = setTimeout(() => {
      reportOutage(new Error(`The readiness check took longer than ${checkTimeoutMs} ms.`), late);
      resolve(late);
    }, checkTimeoutMs);
  });
  return Promise.race([checked, timedOut]).finally(() => clearTimeout(timer));
}

async function check(): Promise<string | null> {
  const { used, max, open, answeredAt } = poolUse();
  const isBusy = used >= max;
  if (isBusy && performance.now() - answeredAt < answerTimeoutMs) return null;
  try {
    // One connection for all statements, because the pool may become busy between them.
    return await (isBusy ? lookBesidePool() : onConnection(look));
  } catch (error) {
    // The database answers, and the pool works with the connections that it has.
    if (open > 0 && isRefusedConnection(error)) return null;
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === missingTable || code === missingFunction) return unmigrated();
    const reason = outageOf(error) ?? "The database refuses the readiness check.";
    reportOutage(error, reason);
    return reason;
  }
}

/**
 * Uses a connection of its own, because a pool whose connections are all in use is no reason to send the requests to
 * other processes, which are as busy.
 */
async function lookBesidePool(): Promise<string | null> {
  const limits = { connectionTimeoutMillis: answerTimeoutMs, query_timeout: answerTimeoutMs };
  const client = await openClient(env().DATABASE_URL ?? "", limits);
  return look(client).finally(() => client.end());
}

/** Calls a PL/pgSQL function, too, because a database that answers reads may be unable to run our triggers. */
async function look(executor: pg.ClientBase): Promise<string | null> {
  const newest = migrationNames().at(-1);
  const statement = sql`
    SELECT runs_functions(), current_setting('transaction_read_only') = 'on' AS is_read_only, EXISTS (
      SELECT FROM _prisma_migrations WHERE migration_name = ${newest} AND finished_at IS NOT NULL) AS is_migrated`;
  const config = toQueryConfig(statement, { timeoutMs: answerTimeoutMs, keepsPlan: env().PREPARED_STATEMENTS });
  const [found] = toRows<{ isReadOnly: boolean; isMigrated: boolean }>(await executor.query(config));
  if (!found?.isMigrated) return unmigrated();
  if (found.isReadOnly) return "The database is read-only.";
  await checkDisk(executor);
  return null;
}

let diskCheckedAt = Number.NEGATIVE_INFINITY;

/**
 * Writes a temporary file of a megabyte on the disk of the database, because the rows do not fit into `work_mem`. An
 * update of a row would not detect a full disk, because it usually finds space in a page that exists.
 */
async function checkDisk(executor: pg.ClientBase): Promise<void> {
  if (performance.now() - diskCheckedAt < diskCheckEveryMs) return;
  await executor.query("SET LOCAL work_mem = '64kB'; SELECT count(*) FROM generate_series(1, 70000)");
  diskCheckedAt = performance.now();
}
