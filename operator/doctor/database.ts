import type pg from "pg";
import { migrationNames } from "@/lib/db/migrations/migrate-files";
import { hostsOf, openClient } from "@/lib/db/servers";
import { isLoopbackHost } from "@/lib/kit/addresses";
import { now } from "@/lib/kit/clock";
import { commandLine } from "@/lib/kit/commands";
import { rawEnv } from "@/lib/kit/env";
import { type Check, type Finding, ok, problem, type Setup, textOf, warning } from "./checks";

const connectMs = 5_000;
const noticeMs = 2_000;
const busyShare = 0.8;
const clockDifferenceMaxMs = 1_000;

/** Runs on a connection of its own, because the product's pool needs a correct configuration. */
const connect = (url: string): Promise<pg.Client> =>
  openClient(url, { connectionTimeoutMillis: connectMs, query_timeout: connectMs });

const using = <Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> =>
  work().finally(() => void client.end().catch(() => {}));

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = await connect(url);
  return using(client, () => work(client));
}

export const onDatabase =
  (work: (client: pg.Client, setup: Setup & { databaseUrl: string }) => Promise<Finding | Finding[]>): Check["run"] =>
  async (setup) => {
    const { databaseUrl } = setup;
    if (!databaseUrl) {
      const message = rawEnv().DATABASE_URL
        ? "DATABASE_URL is not the address of a database."
        : "DATABASE_URL is not set.";
      return problem(
        message,
        "Set it: docs/operations.md, «Configuration». «npm start» alone brings its own database.",
      );
    }
    const client = await connect(databaseUrl).catch((error: unknown) => connectProblem(error, databaseUrl));
    return "level" in client ? client : using(client, () => work(client, { ...setup, databaseUrl }));
  };

const actions: Readonly<Record<string, string>> = {
  ECONNREFUSED: "Start PostgreSQL, or correct host and port in DATABASE_URL.",
  ENOTFOUND: "Correct the host name in DATABASE_URL.",
  ETIMEDOUT: "Check the firewall between this machine and the database.",
  "28P01":
    "Correct the password in DATABASE_URL. Its special characters must be percent-encoded: docs/operations.md, «Characters in addresses».",
  "28000": "Allow this user and address in pg_hba.conf, or add sslmode=verify-full if it requires TLS.",
  "3D000": "Create the database, or correct its name in DATABASE_URL.",
  "53300": "Raise max_connections of PostgreSQL, or run fewer processes.",
  "57P03": "Wait until PostgreSQL has started or recovered.",
};

function connectProblem(error: unknown, databaseUrl: string): Finding {
  const { code = "" } = error as NodeJS.ErrnoException;
  const action = actions[code] ?? "Correct DATABASE_URL, or start the database.";
  return problem(`${hostsOf(databaseUrl).join(", ")} cannot be used: ${textOf(error)}.`, action);
}

type Facts = {
  version: number;
  versionText: string;
  role: string;
  isStandby: boolean;
  isTls: boolean;
  isReadOnly: boolean;
};

const readFacts = `
  SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS "versionText",
    current_user AS role, pg_is_in_recovery() AS "isStandby",
    current_setting('default_transaction_read_only') = 'on' AS "isReadOnly",
    coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS "isTls"`;

const checkServer = onDatabase(async (client, { databaseUrl }) => {
  const { rows } = await client.query<Facts>(readFacts);
  const facts = rows[0];
  if (!facts) throw new Error("PostgreSQL returned no facts.");
  const { version, versionText, role, isStandby, isReadOnly, isTls } = facts;
  const hosts = hostsOf(databaseUrl);
  const isLocal = hosts.every((host) => host === "" || isLoopbackHost(host.replace(/:\d+$/, "")));
  const findings = [
    ...(version < 150_000
      ? [warning(`PostgreSQL ${versionText} is older than tested.`, "Upgrade to PostgreSQL 15 or later.")]
      : []),
    ...(isStandby || isReadOnly
      ? [problem("The database is read-only.", "Connect to the primary, or end its read-only mode.")]
      : []),
    ...(isTls || isLocal
      ? []
      : [warning("The connection to the database is not encrypted.", "Add sslmode=verify-full to DATABASE_URL.")]),
  ];
  return [
    ok(`PostgreSQL ${versionText} at ${hosts.join(", ") || "a socket"}, role ${role}${isTls ? ", TLS" : ""}.`),
    ...findings,
  ];
});

const checkDurability = onDatabase(async (client, { env }) => {
  const { rows } = await client.query<{ name: string }>(
    "SELECT name FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes') AND setting = 'off'",
  );
  if (rows.length === 0) return ok("PostgreSQL writes every payment to disk before it is acknowledged.");
  const message = `A crash can lose acknowledged payments: ${rows.map(({ name }) => name).join(", ")} is off.`;
  return (env?.isProduction === false ? warning : problem)(message, "Switch it on in postgresql.conf.");
});

const checkMigrations = onDatabase(async (client) => {
  const { rows: tables } = await client.query("SELECT to_regclass('_prisma_migrations') AS found");
  if (tables[0]?.found === null) return problem("The database is empty.", `Run «${commandLine("migrate")}».`);
  const { rows } = await client.query<{ name: string; isFinished: boolean }>(
    `SELECT migration_name AS name, finished_at IS NOT NULL AS "isFinished"
     FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  );
  const known = migrationNames();
  const failed = rows.find(({ isFinished }) => !isFinished);
  const missing = known.filter((name) => !rows.some((row) => row.name === name));
  const unknown = rows.filter(({ name }) => !known.includes(name));
  if (failed)
    return problem(`Migration ${failed.name} failed.`, `Run «${commandLine("migrate")}»: it explains how to continue.`);
  if (missing.length > 0) return problem(`Missing migrations: ${missing.length}.`, `Run «${commandLine("migrate")}».`);
  if (unknown.length > 0) {
    return warning(
      `The database has ${unknown.length} migrations of a newer release.`,
      "Deploy that release here too.",
    );
  }
  return ok(`All ${known.length} migrations are applied.`);
});

const checkConnections = onDatabase(async (client, { env }) => {
  const { rows } = await client.query<{ max: number; used: number }>(
    `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS max,
       (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS used`,
  );
  const { max = 0, used = 0 } = rows[0] ?? {};
  const processes = env?.WEB_PROCESSES ?? 1;
  // Each process has a pool. A worker has one more connection, on which it listens.
  const needed = (processes + 1) * (env?.DATABASE_POOL_SIZE ?? 10) + 1;
  const state = `${used} of ${max} connections are used; ${processes} web processes and a worker use up to ${needed}.`;
  // Behind a pooler, the processes share fewer connections.
  if (env?.isPooled) return ok(`${used} of ${max} connections are used, through a pooler.`);
  const action =
    "Raise max_connections of PostgreSQL, lower WEB_PROCESSES or DATABASE_POOL_SIZE, or put a pooler in front.";
  if (needed > max) return problem(state, action);
  return used > busyShare * max ? warning(state, action) : ok(state);
});

const checkDatabaseClock = onDatabase(async (client) => {
  const before = now().getTime();
  const { rows } = await client.query<{ at: Date }>("SELECT clock_timestamp() AS at");
  const middle = (before + now().getTime()) / 2;
  return clockFinding((rows[0]?.at.getTime() ?? 0) - middle, "the database");
});

export function clockFinding(differenceMs: number, other: string, maxMs = clockDifferenceMaxMs): Finding {
  const seconds = (Math.abs(differenceMs) / 1000).toFixed(1);
  const message = `The clocks of this machine and of ${other} differ by ${seconds} s.`;
  if (Math.abs(differenceMs) <= maxMs) return ok(message);
  return problem(message, "Synchronise both clocks (NTP): rate limits, locks and expiries depend on them.");
}

/** PgBouncer hands out process ids of its own, so they differ from that of PostgreSQL's process. */
async function isPooled(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    return (client as pg.Client & { processID?: number }).processID !== rows[0]?.pid;
  });
}

const checkPooler = onDatabase(async (client, { env, databaseUrl }) => {
  const direct = env?.DIRECT_DATABASE_URL ?? databaseUrl;
  const findings: Finding[] = [];
  if (await isPooled(databaseUrl)) {
    findings.push(ok("A connection pooler is in front of the database."));
    if (env?.PREPARED_STATEMENTS !== false) {
      findings.push(
        warning(
          "Prepared statements are on behind a pooler.",
          "Set PREPARED_STATEMENTS=false, unless the pooler keeps sessions or tracks prepared statements.",
        ),
      );
    }
    if (!env?.MIGRATE_DATABASE_URL && !env?.DIRECT_DATABASE_URL) {
      findings.push(problem("Migrations run through the pooler.", "Set DIRECT_DATABASE_URL to PostgreSQL itself."));
    }
    const { rows } = await client.query<{ limit: string }>("SELECT current_setting('statement_timeout') AS limit");
    if (rows[0]?.limit === "0") {
      findings.push(
        warning(
          "Statements through the pooler have no time limit.",
          `Run «${commandLine("migrate")}», and do what it says.`,
        ),
      );
    }
  }
  const arrives = await receivesNotices(direct, client);
  return [
    ...findings,
    arrives
      ? ok("Notifications reach the workers.")
      : warning(
          "Notifications do not reach the workers, so they poll every second.",
          "Set DIRECT_DATABASE_URL to PostgreSQL without a pooler.",
        ),
  ];
});

function receivesNotices(url: string, sender: pg.Client): Promise<boolean> {
  return withClient(url, async (listener) => {
    const channel = "doctor";
    await listener.query(`LISTEN ${channel}`);
    const arrived = new Promise<boolean>((resolve) => {
      listener.once("notification", () => resolve(true));
      setTimeout(() => resolve(false), noticeMs).unref();
    });
    await sender.query(`NOTIFY ${channel}`);
    return arrived;
  });
}

const needs = ["database"] as const;
/** Other checks need these, in this order. */
export const firstChecks: readonly Check[] = [
  { name: "database", run: checkServer },
  { name: "migrations", run: checkMigrations, needs },
];

export const databaseChecks: readonly Check[] = [
  { name: "durability", run: checkDurability, needs },
  { name: "connections", run: checkConnections, needs },
  { name: "database clock", run: checkDatabaseClock, needs },
  { name: "notifications", run: checkPooler, needs },
];
