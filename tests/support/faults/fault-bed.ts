import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import pg from "pg";
import { expect } from "vitest";
import { findFreePort, stopProcess } from "@/launch/processes";
import { migrate } from "@/lib/db/migrations/migrate";
import { call } from "@/tests/support/http/client";
import { runScript, until } from "@/tests/support/http/launcher";
import { isServing } from "@/tests/support/http/launcher-client";
import { base, seed, startProcess } from "@/tests/support/http/product";
import { payOnce, type Shoppers } from "./shoppers";

/** Two web servers and a worker, as on three machines, on a database that a test disturbs. */
export type FaultBed = {
  origins: string[];
  env: Record<string, string>;
  /** The ids of the processes by name. */
  pids: Record<string, number>;
  stop(): Promise<void>;
};

type Place = {
  folder: string;
  /** Where tests look at the database, and where migrations are applied. */
  directUrl: string;
  /** The variables of all processes. `DATABASE_URL` may lead through a pooler. */
  settings?: Record<string, string>;
  /** The folder of another release, whose processes are started instead. */
  cwd?: string;
  /** Migrates and seeds the database, if another release has to do that. */
  prepare?: (env: NodeJS.ProcessEnv) => void;
};

export async function startFaultBed({ folder, directUrl, settings = {}, cwd, prepare }: Place): Promise<FaultBed> {
  const ports = [await findFreePort(), await findFreePort()];
  const origins = ports.map((port) => `http://127.0.0.1:${port}`);
  const common = { ...base(directUrl, origins[0] ?? ""), RATE_LIMIT_FACTOR: "10000", TRUSTED_PROXIES: "127.0.0.1/32" };
  const env = { ...common, ...settings } as Record<string, string> & NodeJS.ProcessEnv;
  if (prepare) prepare(env);
  else {
    await migrate(directUrl);
    await seed(directUrl);
  }
  const children: Record<string, ChildProcess> = {};
  const start = async (script: string, name: string, own: Record<string, string>) => {
    children[name] = await startProcess(script, { ...env, ...own }, join(folder, `${name}.log`), cwd);
  };
  await Promise.all([
    ...ports.map((port) => start("scripts/web.ts", `web-${port}`, { PORT: String(port) })),
    start("scripts/worker.ts", "worker", {}),
  ]);
  const stop = async () => {
    await Promise.all(Object.values(children).map((child) => stopProcess(child, "SIGTERM", 10_000)));
  };
  const pids = Object.fromEntries(Object.entries(children).map(([name, { pid = 0 }]) => [name, pid]));
  return { origins, env, pids, stop };
}

/** The time until both web servers are ready, and a new order is paid at each of them. */
export async function secondsUntilHealthy({ origins }: FaultBed): Promise<number> {
  const startedAt = performance.now();
  const isHealthy = async (origin: string) => (await isServing(origin)) && (await payOnce(origin));
  await until("payments", async () => (await Promise.all(origins.map(isHealthy))).every(Boolean));
  return (performance.now() - startedAt) / 1000;
}

/**
 * Stops the shoppers, lets the worker settle every open attempt, and compares what they saw with the books. Every
 * request must have an answer, so this is only for tests that do not kill web processes.
 */
export async function expectBooksComplete(bed: FaultBed, directUrl: string, shoppers: Shoppers): Promise<void> {
  await shoppers.stop();
  const client = new pg.Client({ connectionString: directUrl });
  await client.connect();
  try {
    const countOpen = async () => {
      const { rows } = await client.query<{ id: string }>(
        "SELECT transaction_id AS id FROM checkout_session WHERE state IN ('authorising', 'challenged', 'finalising')",
      );
      return rows.map(({ id }) => id);
    };
    // The clocks of unfinished sessions are advanced, so that the worker inquires now and not in a minute.
    for (const transactionId of await countOpen()) {
      const token = shoppers.opened.find((checkout) => checkout.transactionId === transactionId)?.token;
      if (token)
        await call(bed.origins[0] ?? "", "POST", `/sandbox/sessions/${token}/clock`, { json: { advance_ms: 60_000 } });
    }
    await until("all sessions to be settled", async () => (await countOpen()).length === 0);
    const { rows } = await client.query<Books>(books, [shoppers.confirmed]);
    expect(rows[0]).toEqual({ charges: rows[0]?.journals, journals: rows[0]?.journals, missing: 0, doubled: 0 });
    expect(shoppers.confirmed.length).toBeGreaterThan(0);
    expect({ lost: shoppers.lost, wrong: shoppers.wrong }).toEqual({ lost: 0, wrong: [] });
  } finally {
    await client.end();
  }
  const env = { ...bed.env, DATABASE_URL: directUrl, DIRECT_DATABASE_URL: "", PREPARED_STATEMENTS: "" };
  const check = await runScript("scripts/tw.ts", ["ledger", "check"], { env });
  expect([check.exitCode, check.output]).toEqual([0, expect.any(String)]);
}

type Books = { charges: number; journals: number; missing: number; doubled: number };

/** `missing`: confirmed payments without a journal. `doubled`: sessions with more than one charge. */
const books = `
  WITH charge AS (
    SELECT a.session_id FROM sandbox_charge c JOIN attempt a ON a.id = c.id
    WHERE c.code = '00' AND c.voided_at IS NULL AND c.challenge = 'none')
  SELECT (SELECT count(*)::int FROM charge) AS charges,
    (SELECT count(*)::int FROM ledger_journal WHERE kind = 'payment') AS journals,
    (SELECT count(*)::int FROM unnest($1::text[]) AS t (id)
     WHERE NOT EXISTS (SELECT FROM ledger_journal WHERE kind = 'payment' AND subject = t.id)) AS missing,
    (SELECT count(*)::int FROM (SELECT FROM charge GROUP BY session_id HAVING count(*) > 1) AS twice) AS doubled`;
