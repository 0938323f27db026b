import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { startPostgres } from "@/launch/postgres";
import { findFreePort } from "@/launch/processes";
import { bundleOf } from "@/launch/stamps.mjs";
import { env, extendEnv, rawEnv } from "@/lib/kit/env";
import { sandbox } from "@/lib/reference/sandbox";
import { type Program, startProgram, stopPrograms } from "./program";

/**
 * The product under measurement: one web process on a PostgreSQL of its own. The parts start a worker if they need one.
 */
export type Product = {
  folder: string;
  origin: string;
  databaseUrl: string;
  web: Program;
  /** The process id of the PostgreSQL server. All its other processes are children of it. */
  databasePid: number;
  databaseLog: string;
  startWorker(): Promise<Program>;
  stop(): Promise<void>;
};

/** Addresses from which the product trusts X-Forwarded-For, so that the bench can be many clients. */
const trustedProxies = "127.0.0.1/32";

/** `nodeArgs` are arguments of Node.js for the web process. */
export async function startProduct(folder: string, nodeArgs: string[]): Promise<Product> {
  const postgres = await startPostgres(folder);
  const port = await findFreePort();
  extendEnv({
    APP_ENV: "development",
    APP_SECRET: "a secret for the bench: 0123456789 abcdef",
    DATABASE_URL: postgres.url,
    RATE_LIMIT_FACTOR: "100000",
    TRUSTED_PROXIES: trustedProxies,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: "info",
    WEB_PROCESSES: "1",
  });
  try {
    await fillDatabase(postgres.url);
    const start = (title: string, script: string, args: string[]) =>
      startProgram({
        title,
        args: [...args, bundleOf(script)],
        env: { ...rawEnv(), NODE_ENV: "production" },
        logFile: join(folder, `${script}.log`),
      });
    const web = await start("The web server", "web", nodeArgs);
    return {
      folder,
      origin: env().PUBLIC_URL,
      databaseUrl: postgres.url,
      web,
      databasePid: postmasterOf(folder),
      databaseLog: join(folder, "postgres.log"),
      startWorker: () => start("The worker", "worker", []),
      async stop() {
        const { disconnect } = await import("@/lib/db/connection");
        await disconnect();
        await stopPrograms();
        await postgres.stop();
      },
    };
  } catch (error) {
    await stopPrograms();
    await postgres.stop();
    throw error;
  }
}

async function fillDatabase(databaseUrl: string): Promise<void> {
  const { migrate } = await import("@/lib/db/migrations/migrate");
  const { seedSandbox } = await import("@/lib/accounts/seed-sandbox");
  await migrate(databaseUrl);
  await seedSandbox();
}

function postmasterOf(folder: string): number {
  const lock = join(realpathSync(join(folder, "postgres")), "cluster", "postmaster.pid");
  return Number(readFileSync(lock, "utf8").split("\n")[0]);
}

/** A merchant as its shop knows it: the account number, and the key that verifies the hash of a result. */
export type Merchant = { accountNumber: string; hashKey: string };

export const sandboxMerchant: Merchant = sandbox.merchant;

export async function openMerchant(name: string, settings: { avs?: boolean } = {}): Promise<Merchant> {
  const { openAccount } = await import("@/lib/accounts/create-account");
  const { insertSettings } = await import("@/lib/accounts/store");
  const { merchantSecrets } = await import("@/lib/hash-keys/merchant-keys");
  const { accountNumber } = await openAccount({
    email: `${name}@bench.example`,
    firstName: "Bench",
    lastName: "Merchant",
    password: "long-enough-for-the-bench-7491",
    type: "BUSINESS",
    homePlatform: "TT",
  });
  await insertSettings({ accountNumber, displayName: name, ...settings });
  return { accountNumber, hashKey: (await merchantSecrets(accountNumber, "sandbox")).hashKey };
}

/**
 * Deletes the work that a part leaves for the worker: sessions that end three minutes later, and webhooks to receivers
 * that have stopped. Otherwise the worker does it in the middle of another part, which then measures that work, too.
 */
export async function deleteLeftovers(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  // A session and its timeline cannot be deleted otherwise.
  await client.query("SET session_replication_role = replica");
  await client.query(
    `DELETE FROM session_event USING checkout_session s WHERE session_id = s.id AND s.finalised_at IS NULL`,
  );
  await client.query("DELETE FROM checkout_session WHERE finalised_at IS NULL");
  await client.query("DELETE FROM webhook_delivery WHERE due_at IS NOT NULL");
  await client.end();
}
