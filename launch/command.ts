import { env, extendEnv, rawEnv } from "@/lib/kit/env";
import { generateClient } from "./build";
import { AlreadyRunning, type DataDirLock, developmentKeys, lockDataDir, readHolder } from "./data-dir";
import { checkDatabase } from "./database";
import { drainOnSignal } from "./drain";
import { startPostgres } from "./postgres";

type Context = { databaseUrl: string; args: string[] };
type OpenDatabase = { databaseUrl: string; stop(): Promise<void> };

const stopMs = 60_000;
const turnComesWithinMs = 60_000;
const interruptedExitCode = 1;

/**
 * Runs a command on the database of DATABASE_URL. Without DATABASE_URL, the command uses the embedded database of a
 * running «npm start», or starts that database until the command ends. `check` can reject the arguments first.
 */
export async function command(
  work: (context: Context) => Promise<void>,
  check: (args: string[]) => unknown = () => {},
): Promise<void> {
  const args = process.argv.slice(2);
  try {
    check(args);
    completeKeys();
    // Log only errors, because the operator reads the command's own output.
    if (!rawEnv().LOG_LEVEL) extendEnv({ LOG_LEVEL: "error" });
    await generateClient();
    const opening = openDatabase();
    drainOnSignal(async () => (await opening).stop(), stopMs, interruptedExitCode);
    const { databaseUrl, stop } = await opening;
    await work({ databaseUrl, args }).finally(stop);
  } catch (error) {
    reportFailure(error);
  }
  // Exit explicitly: a timer of the schema engine would keep the process alive for ten seconds.
  process.exit();
}

/** Errors that the operator can fix. They are printed without a stack trace. */
const plainErrors = ["AppError", "EnvError", "LaunchError", "MigrationError"];

export function reportFailure(error: unknown): void {
  const isPlain = error instanceof Error && plainErrors.includes(error.name);
  console.error(isPlain ? error.message : error);
  process.exitCode = 1;
}

async function openDatabase(): Promise<OpenDatabase> {
  const { DATABASE_URL, DATA_DIR, APP_ENV } = env();
  if (DATABASE_URL) {
    await checkDatabase(DATABASE_URL);
    return { databaseUrl: DATABASE_URL, stop: async () => {} };
  }
  const embedded = await openEmbedded(DATA_DIR);
  extendEnv({ DATABASE_URL: embedded.databaseUrl, APP_ENV });
  return embedded;
}

/** Uses the database of a running installation, else starts it. Waits while another process holds the data folder. */
async function openEmbedded(dataDir: string): Promise<OpenDatabase> {
  for (const deadline = performance.now() + turnComesWithinMs; ; ) {
    const running = readHolder(dataDir)?.databaseUrl;
    if (running) return { databaseUrl: running, stop: async () => {} };
    try {
      return await startOwn(dataDir, lockDataDir(dataDir));
    } catch (error) {
      if (!(error instanceof AlreadyRunning) || performance.now() > deadline) throw error;
    }
    await new Promise((done) => setTimeout(done, 100));
  }
}

async function startOwn(dataDir: string, lock: DataDirLock): Promise<OpenDatabase> {
  try {
    const postgres = await startPostgres(dataDir);
    let stopped: Promise<void> | undefined;
    // Release the lock only once: at a second call, another process may already hold it.
    const stop = () => (stopped ??= postgres.stop().finally(() => lock.release()));
    return { databaseUrl: postgres.url, stop };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Outside production, keys that the environment does not set are taken from the data folder. */
export function completeKeys(): void {
  const { isProduction, DATA_DIR, APP_SECRET, CARD_KEYS } = env();
  if (isProduction) return;
  if (APP_SECRET && CARD_KEYS.length > 0) return;
  const keys = developmentKeys(DATA_DIR);
  extendEnv({
    ...(APP_SECRET ? {} : { APP_SECRET: keys.APP_SECRET }),
    ...(CARD_KEYS.length > 0 ? {} : { CARD_KEYS: keys.CARD_KEYS }),
  });
}
