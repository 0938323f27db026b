import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { appendFileSync, chmodSync, mkdirSync, openSync, realpathSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import pg from "pg";
import { startPostgres } from "@/launch/postgres";
import { findFreePort, stopProcess } from "@/launch/processes";
import { extendEnv, rawEnv } from "@/lib/kit/env";
import { newUlid } from "@/lib/kit/ids";
import { currenciesOf } from "@/lib/reference/currencies";
import { platformCodes } from "@/lib/reference/platforms";

/** All that database tests need. */
export type TestDatabase = {
  databaseUrl: string;
  /** Migrated and empty: databases for tests are copied from it. */
  templateName: string;
  /** A data folder whose database is migrated and seeded. Tests of launchers start on copies of it. */
  preparedDir: string;
};

/** The product under test: real processes on a real PostgreSQL, created for each run. */
export type Product = TestDatabase & {
  /** Limits out of the way; trusts X-Forwarded-For from loopback, so that tests can be many clients. */
  roomy: string;
  /**
   * Two processes with the limits of production on the same database; they trust no proxy. Next.js serves all requests
   * of the second one.
   */
  strict: [string, string];
  /** As in production, behind https://pay.example.com. */
  production: string;
  /** The origin in every address that the others hand out: roomy's, so that they lead somewhere. */
  publicUrl: string;
  /** Health and metrics of the worker. */
  worker: string;
  metricsToken: string;
  /** Where the tests' client writes down the secrets it handled, for the search of the logs. */
  secretsFile: string;
  /** Everything the processes wrote. */
  logsDir: string;
  appSecret: string;
  cardKeys: string;
};

declare module "vitest" {
  interface ProvidedContext {
    product: Product;
    isDeep: boolean;
  }
}

const appSecret = "a secret for tests: 0123456789 abcdefghijk";
const cardKeys = `1:${Buffer.from("abcdefghijklmnopqrstuvwxyz012345").toString("base64")}`;
const templateName = "template_for_tests";
const metricsToken = "a-token-for-prometheus";
const productionEnv = {
  APP_ENV: "production",
  PUBLIC_URL: "https://pay.example.com",
  METRICS_TOKEN: metricsToken,
  RATE_LIMIT_FACTOR: "",
  DIRECT_DISPATCH: "",
  TRUSTED_PROXIES: "none",
  SHUTDOWN_GRACE_SECONDS: "0",
};

type Running<Part> = Part & { stop(): Promise<void> };

/** Needs no built pages, and neither do the tests that have enough with it. */
export async function startDatabase(folder: string): Promise<Running<{ database: TestDatabase }>> {
  // Tests need no protection from power cuts, only speed.
  const settings = [
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "max_connections=200",
    "autovacuum=off",
    "wal_level=minimal",
    "max_wal_senders=0",
  ];
  const { url, stop: stopInstalled } = await startPostgres(folder, settings);
  await installDatabases(url).finally(stopInstalled);
  const preparedDir = prepareData(folder);
  const { url: databaseUrl, stop } = await startPostgres(folder, settings);
  await addSimulatorTerminals(databaseUrl);
  return { database: { databaseUrl, templateName, preparedDir }, stop };
}

/** Copies the stopped database into a data folder. */
function prepareData(folder: string): string {
  const preparedDir = join(folder, "prepared");
  mkdirSync(preparedDir);
  // Copies of it must let the user of PostgreSQL in, whatever the umask is.
  chmodSync(preparedDir, 0o755);
  execFileSync("cp", ["-a", realpathSync(join(folder, "postgres")), join(preparedDir, "postgres")]);
  appendFileSync(join(preparedDir, "postgres/cluster/postgresql.conf"), "fsync = off\n");
  writeFileSync(join(preparedDir, "keys.json"), JSON.stringify({ APP_SECRET: appSecret, CARD_KEYS: cardKeys }));
  return preparedDir;
}

/** `settings` apply to all processes except the one that runs as in production. */
export async function startProduct(
  folder: string,
  database: TestDatabase,
  settings: Record<string, string> = {},
): Promise<Running<{ product: Product }>> {
  const logsDir = join(folder, "logs");
  mkdirSync(logsDir, { recursive: true });
  const children: ChildProcess[] = [];
  const stop = async () => {
    await Promise.all(children.map((child) => stopProcess(child, "SIGTERM", 10_000)));
  };
  try {
    const roomyPort = await findFreePort();
    const publicUrl = `http://127.0.0.1:${roomyPort}`;
    const common = { ...base(programUrlOf(database.databaseUrl), publicUrl), ...settings };
    const start = async (name: string, extra: Record<string, string>) => {
      const env = { ...common, PORT: String(await findFreePort()), ...extra };
      children.push(await startProcess("scripts/web.ts", env, join(logsDir, `${name}.log`)));
      return `http://127.0.0.1:${env.PORT}`;
    };
    const startWorker = async () => {
      const env = { ...common, WORKER_PORT: String(await findFreePort()) };
      children.push(await startProcess("scripts/worker.ts", env, join(logsDir, "worker.log")));
      return `http://127.0.0.1:${env.WORKER_PORT}`;
    };
    const roomyEnv = { PORT: String(roomyPort), RATE_LIMIT_FACTOR: "10000", TRUSTED_PROXIES: "127.0.0.1/32" };
    const [roomy, first, second, production, worker] = await Promise.all([
      start("web-roomy", roomyEnv),
      start("web-strict-1", {}),
      start("web-strict-2", { DIRECT_DISPATCH: "false" }),
      start("web-production", productionEnv),
      startWorker(),
    ]);
    const secretsFile = join(folder, "secrets.txt");
    return {
      product: {
        ...database,
        roomy,
        strict: [first, second],
        production,
        publicUrl,
        worker,
        metricsToken,
        secretsFile,
        logsDir,
        appSecret,
        cardKeys,
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The variables of every process. */
export function base(databaseUrl: string, publicUrl: string) {
  return {
    ...rawEnv(),
    NODE_ENV: "production",
    APP_ENV: "development",
    APP_SECRET: appSecret,
    CARD_KEYS: cardKeys,
    DATABASE_URL: databaseUrl,
    RATE_LIMIT_FACTOR: "1",
    // One address for all of them: a token of one is good at the others.
    PUBLIC_URL: publicUrl,
  };
}

/** The role of the processes, which owns nothing. Tests themselves use the superuser. */
const program = { username: "tradewind_program", password: "for-tests" };

/** The URL with which a process uses the database. */
export const programUrlOf = (databaseUrl: string): string => Object.assign(new URL(databaseUrl), program).href;

async function installDatabases(url: string): Promise<void> {
  const { migrate } = await import("@/lib/db/migrations/migrate");
  const { pathname } = new URL(url);
  const maintenanceUrl = Object.assign(new URL(url), { pathname: "/postgres" }).href;
  await administer(url, `CREATE ROLE ${program.username} LOGIN PASSWORD '${program.password}'`);
  await migrate(url, undefined, { programRole: program.username });
  // PostgreSQL copies only a database without connections.
  await administer(maintenanceUrl, `CREATE DATABASE ${templateName} TEMPLATE ${pathname.slice(1)}`);
  await seed(url);
}

/** Creates the sandbox accounts. */
export async function seed(url: string): Promise<void> {
  extendEnv({ APP_ENV: "development", APP_SECRET: appSecret, DATABASE_URL: url });
  const { seedSandbox } = await import("@/lib/accounts/seed-sandbox");
  const { disconnect } = await import("@/lib/db/connection");
  await seedSandbox();
  await disconnect();
}

/** Live payments go to the simulator, for accounts that an operator enabled for them. */
async function addSimulatorTerminals(url: string): Promise<void> {
  extendEnv({ APP_ENV: "development", APP_SECRET: appSecret, DATABASE_URL: url });
  const { insertTerminal } = await import("@/lib/gateway/terminals/terminal-store");
  const credentials = { baseAddress: "simulator:", merchantId: "tests", secrets: {} };
  for (const platform of platformCodes) {
    for (const currency of currenciesOf(platform)) {
      const terminal = { id: newUlid(), acquirer: "simulator", platform, currency, credentials };
      await insertTerminal({ ...terminal, createdAt: new Date() });
    }
  }
  const { disconnect } = await import("@/lib/db/connection");
  await disconnect();
}

export async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Starts a script, and waits until it is ready. */
export async function startProcess(
  script: string,
  env: Record<string, string | undefined>,
  logFile: string,
  cwd = process.cwd(),
): Promise<ChildProcess> {
  const output = openSync(logFile, "a");
  const child = fork("scripts/run.mjs", [basename(script, ".ts")], {
    cwd,
    env: env as NodeJS.ProcessEnv,
    execArgv: [],
    stdio: ["ignore", output, output, "ipc"],
  });
  await new Promise<void>((resolve, reject) => {
    child.once("message", () => resolve());
    child.once("exit", (code) => reject(new Error(`${script} did not start (${code}); see ${logFile}`)));
  });
  return child;
}
