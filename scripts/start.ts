import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { env, extendEnv, rawEnv } from "@/lib/kit/env";
import { sandbox } from "@/lib/reference/sandbox";
import { buildPages, generateClient } from "./launch/build";
import { type Child, startChild } from "./launch/children";
import { completeKeys, reportFailure } from "./launch/command";
import { lockDataDir } from "./launch/data-dir";
import { drainOnSignal } from "./launch/drain";
import { startPostgres } from "./launch/postgres";
import { findFreePort, isPortFree, LaunchError } from "./launch/processes";
import { step } from "./launch/progress";

/**
 * npm start: database, schema, sandbox, pages, web, worker; and back again in the other order.
 * npm run dev: the same with Next.js's development server.
 */
const isDevelopmentServer = process.argv.includes("--dev");
const drainMs = 90_000;
const running: Child[] = [];

/** Web first, then the worker, the database last: the reverse of how they were started. */
async function stopAll(): Promise<void> {
  for (let child = running.pop(); child; child = running.pop()) await child.stop();
}

async function start(): Promise<void> {
  console.log("\nTradewind");
  const startEnv = env();
  const { APP_ENV, DATA_DIR } = startEnv;
  const isEmbedded = !startEnv.DATABASE_URL;
  const lock = isEmbedded ? lockDataDir(DATA_DIR) : undefined;
  if (lock) running.push({ stop: async () => lock.release() });
  drainOnSignal(stopAll, drainMs);

  completeKeys();
  const port = await choosePort();
  if (isEmbedded) {
    const postgres = await step("Starting PostgreSQL", () => startPostgres(DATA_DIR));
    running.push(postgres);
    extendEnv({ DATABASE_URL: postgres.url, APP_ENV });
  }
  extendEnv({ PORT: String(port) });
  const { DATABASE_URL = "", PUBLIC_URL, SEED_SANDBOX } = env();
  lock?.update({ databaseUrl: DATABASE_URL, publicUrl: PUBLIC_URL });

  await generateClient();
  await step("Installing the schema", () => install(DATABASE_URL));
  if (!isDevelopmentServer) await buildPages();

  const logFile = (name: string) => {
    if (!isEmbedded) return {};
    mkdirSync(join(DATA_DIR, "logs"), { recursive: true });
    return { logFile: join(DATA_DIR, "logs", `${name}.log`) };
  };
  await step("Starting the worker and the web server", async () => {
    const [worker, web] = await Promise.all([
      startChild({ script: "scripts/worker.ts", env: rawEnv(), ...logFile("worker") }),
      startChild({
        script: "scripts/web.ts",
        args: isDevelopmentServer ? ["--dev"] : [],
        env: { ...rawEnv(), NODE_ENV: isDevelopmentServer ? "development" : "production" },
        ...logFile("web"),
      }),
    ]);
    running.push(worker, web);
  });
  announce(PUBLIC_URL, { SEED_SANDBOX, logs: isEmbedded ? join(DATA_DIR, "logs") : null });
}

async function install(databaseUrl: string): Promise<void> {
  const { migrate } = await import("@/lib/db/migrate");
  await migrate(databaseUrl);
  if (!env().SEED_SANDBOX) return;
  const { seedSandbox } = await import("@/lib/accounts/seed-sandbox");
  await seedSandbox();
  const { disconnect } = await import("@/lib/db/client");
  await disconnect();
}

/** The port asked for; where nobody asked and the usual one is taken, another. */
async function choosePort(): Promise<number> {
  const { PORT, HOST } = env();
  if (await isPortFree(PORT, HOST)) return PORT;
  if (rawEnv().PORT) throw new LaunchError(`Port ${PORT} is taken. Set PORT to another one.`);
  const port = await findFreePort();
  console.log(`  Port ${PORT} is taken; using ${port} instead.`);
  return port;
}

function announce(origin: string, { SEED_SANDBOX, logs }: { SEED_SANDBOX: boolean; logs: string | null }): void {
  const lines = [
    "",
    `  Home         ${origin}/`,
    `  API          ${origin}/api (described at ${origin}/api/openapi.json)`,
    `  Health       ${origin}/healthz, ${origin}/readyz, ${origin}/metrics`,
    ...(SEED_SANDBOX ? [`  Sandbox      ${sandbox.merchant.email} / ${sandbox.password}`] : []),
    ...(logs ? [`  Logs         ${logs}`] : []),
    "",
    `Ready at ${origin} (Ctrl-C stops)`,
  ];
  console.log(lines.join("\n"));
}

start().catch(async (error) => {
  reportFailure(error);
  await stopAll();
  process.exit(1);
});
