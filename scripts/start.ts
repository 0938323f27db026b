import { once } from "node:events";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { buildProduct, developmentScripts, generateClient } from "@/launch/build";
import { type Child, startChild } from "@/launch/children";
import { completeKeys, reportFailure } from "@/launch/command";
import { type DataDirLock, lockDataDir } from "@/launch/data-dir";
import { checkDatabase, migrateDatabase } from "@/launch/database";
import { drainOnSignal } from "@/launch/drain";
import type { LiveEmulator } from "@/launch/live-demo/live-demo";
import { startPostgres } from "@/launch/postgres";
import { findFreePort, isPortFree, LaunchError } from "@/launch/processes";
import { runTogether, step } from "@/launch/progress";
import { bundleOf } from "@/launch/stamps.mjs";
import { env, extendEnv, rawEnv } from "@/lib/kit/env";
import { sandbox } from "@/lib/reference/sandbox";

/**
 * npm start: starts database, schema, sandbox, pages, worker and web server, and stops them in reverse order.
 * npm run dev: the same with the development server of Next.js.
 * npm run live-demo: the same with live payments of the demo shop at the emulators of the gateways.
 */
const isDevelopmentServer = process.argv.includes("--dev");
const isLiveDemo = process.argv.includes("--live-demo");
/** Longer than the longest grace period and the limits of the children together. */
const drainMs = 420_000;
const webProcessesMax = 4;
const connectionsMin = 100;
const running: Child[] = [];
const interruption = new AbortController();
const interrupted = once(interruption.signal, "abort");

async function start(): Promise<void> {
  console.log("\nTradewind");
  // Loaded only where it is needed, because it loads the emulators.
  const liveDemo = isLiveDemo ? await import("@/launch/live-demo/live-demo") : null;
  liveDemo?.prepareLiveDemo();
  const { APP_ENV, DATA_DIR, DATABASE_URL: givenUrl } = env();
  const lock = givenUrl ? undefined : lockDataDir(DATA_DIR);
  if (lock) running.push({ stop: async () => lock.release() });

  completeKeys();
  const port = await choosePort();
  extendEnv({ APP_ENV, PORT: String(port), ...defaultProcesses() });
  const emulators = (await liveDemo?.configureEmulators(process.argv.slice(2))) ?? [];
  await generateClient();
  const build = isDevelopmentServer ? [] : [buildProduct];
  await runTogether([() => prepareDatabase(lock), ...build], interruption.signal);

  const { PUBLIC_URL } = env();
  const logs = givenUrl ? null : join(DATA_DIR, "logs");
  await stage("Starting the worker and the web server", () => startChildren(logs, emulators));
  if (!interruption.signal.aborted) announce(PUBLIC_URL, logs, liveDemo?.liveDemoLines(emulators) ?? []);
}

async function prepareDatabase(lock: DataDirLock | undefined): Promise<void> {
  // These modules load while PostgreSQL starts. An import error is reported later, where `installer` is awaited.
  const installer = loadInstaller();
  installer.catch(() => {});
  const { DATABASE_URL: givenUrl, DATA_DIR } = env();
  const databaseUrl = givenUrl ?? (await startEmbedded(DATA_DIR));
  extendEnv({ DATABASE_URL: databaseUrl });
  await stage("Installing the schema", async () => install(databaseUrl, await installer));
  lock?.update({ databaseUrl, publicUrl: env().PUBLIC_URL });
}

/** Runs one step of the start. Throws if a signal has already requested a stop. */
function stage<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
  interruption.signal.throwIfAborted();
  return step(title, work);
}

async function startEmbedded(dataDir: string): Promise<string> {
  // The default of PostgreSQL is enough for eight processes.
  // Each process has a pool, and a worker listens on one more connection.
  const connections = Math.max(connectionsMin, (env().WEB_PROCESSES + 2) * (env().DATABASE_POOL_SIZE + 1));
  const settings = [`max_connections=${connections}`];
  const postgres = await stage("Starting PostgreSQL", () => startPostgres(dataDir, settings));
  running.push(postgres);
  return postgres.url;
}

/** Imports modules late, because they read the configuration and the generated Prisma client when they load. */
async function loadInstaller() {
  return {
    ...(await import("@/lib/db/connection")),
    ...(await import("@/lib/app-secret/check-secrets")),
    ...(await import("@/lib/accounts/sandbox-seeded")),
  };
}

type Installer = Awaited<ReturnType<typeof loadInstaller>>;

async function install(databaseUrl: string, installer: Installer): Promise<void> {
  await checkDatabase(databaseUrl);
  const { notes } = await migrateDatabase();
  for (const note of notes) console.log(note);
  await installer.checkSecrets();
  if (env().SEED_SANDBOX && !(await installer.isSandboxSeeded())) {
    const { seedSandbox } = await import("@/lib/accounts/seed-sandbox");
    await seedSandbox();
  }
  if (isLiveDemo) {
    const { seedLiveDemo } = await import("@/launch/live-demo/seed-live-demo");
    await seedLiveDemo();
  }
  await installer.disconnect();
}

async function startChildren(logs: string | null, emulators: readonly LiveEmulator[]): Promise<void> {
  const childEnv = { ...rawEnv(), NODE_ENV: isDevelopmentServer ? "development" : "production" };
  const programOf = (name: string) =>
    isDevelopmentServer || developmentScripts.includes(name)
      ? ["--import", "tsx", `scripts/${name}.ts`]
      : [bundleOf(name)];
  const startOne = (title: string, name: string, args: string[], log = name) => {
    const logFile = logs ? { logFile: join(logs, `${log}.log`) } : {};
    const onGivenUp = () =>
      endWith(new LaunchError(`${title} failed too often${logs ? `. Its log is in ${logs}` : ""}.`));
    const child = startChild({ title, args: [...programOf(name), ...args], env: childEnv, ...logFile, onGivenUp });
    running.push(child);
    return child.ready;
  };
  const mode = isDevelopmentServer ? "--dev" : "--built";
  const ready = [
    ...emulators.map(({ title, acquirer, origin }) =>
      startOne(title, "gateway-emulator", [acquirer, "--port", new URL(origin).port], `${acquirer}-emulator`),
    ),
    startOne("The worker", "worker", [mode]),
    startOne("The web server", "web", [mode]),
  ];
  await Promise.race([Promise.all(ready), interrupted]);
}

/** One web process per core, up to four. `npm run web` starts one by default. */
function defaultProcesses(): { WEB_PROCESSES?: string } {
  return rawEnv().WEB_PROCESSES ? {} : { WEB_PROCESSES: String(Math.min(availableParallelism(), webProcessesMax)) };
}

/** Returns the port of PORT or the default port. If the default port is taken, returns a free one. */
async function choosePort(): Promise<number> {
  const { PORT, HOST } = env();
  if (await isPortFree(PORT, HOST)) return PORT;
  if (rawEnv().PORT) throw new LaunchError(`Port ${PORT} is taken. Set PORT to another one.`);
  const port = await findFreePort();
  console.log(`  Port ${PORT} is taken; using ${port} instead.`);
  return port;
}

function announce(origin: string, logs: string | null, more: readonly string[]): void {
  const lines = [
    "",
    `  Home         ${origin}/`,
    `  Dashboard    ${origin}/dashboard`,
    `  Docs         ${origin}/docs`,
    `  API          ${origin}/api (described at ${origin}/api/openapi.json)`,
    `  Health       ${origin}/healthz, ${origin}/readyz, ${origin}/metrics`,
    ...(env().SEED_SANDBOX
      ? [
          `  Demo shop    ${origin}/demo`,
          `  Mail         ${origin}/sandbox/mail`,
          `  Sandbox      ${sandbox.merchant.email} / ${sandbox.password}`,
        ]
      : []),
    ...(logs ? [`  Logs         ${logs}`] : []),
    ...more,
    "",
    `Ready at ${origin} (Ctrl-C stops)`,
  ];
  console.log(lines.join("\n"));
}

let stopping: Promise<void> | undefined;

/** Stops everything in the reverse order of the start: the web server first, the database and the lock last. */
function stopAll(): Promise<void> {
  stopping ??= (async () => {
    for (let child = running.pop(); child; child = running.pop()) await child.stop();
  })();
  return stopping;
}

const started = start();

drainOnSignal(async () => {
  interruption.abort();
  // Wait for the current step: a process that is just starting is not in `running` yet and would not be stopped.
  await started.catch(() => {});
  await step("Stopping", stopAll);
}, drainMs);

async function endWith(error: unknown): Promise<void> {
  if (interruption.signal.aborted) return;
  reportFailure(error);
  await stopAll();
  process.exit(1);
}

started.catch(endWith);
