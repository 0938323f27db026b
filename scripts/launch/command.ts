import { EnvError, env, extendEnv } from "@/lib/kit/env";
import { generateClient } from "./build";
import { developmentKeys, readHolder } from "./data-dir";
import { startPostgres } from "./postgres";
import { LaunchError } from "./processes";

type Context = { databaseUrl: string; args: string[] };

/**
 * The frame of an operator's command: it works on DATABASE_URL, else on the embedded database of
 * a running «npm start», else it starts that database for as long as the command takes.
 */
export async function command(work: (context: Context) => Promise<void>): Promise<void> {
  try {
    await generateClient();
    const { databaseUrl, stop } = await findDatabase();
    try {
      await work({ databaseUrl, args: process.argv.slice(2) });
    } finally {
      await stop();
    }
  } catch (error) {
    reportFailure(error);
  }
  // The schema engine leaves a timer behind that would hold the terminal for ten seconds.
  process.exit();
}

/** Mistakes the operator can mend are shown as their sentence alone. */
export function reportFailure(error: unknown): void {
  const isPlain =
    error instanceof LaunchError || error instanceof EnvError || (error instanceof Error && error.name === "AppError");
  console.error(isPlain ? error.message : error);
  process.exitCode = 1;
}

async function findDatabase(): Promise<{ databaseUrl: string; stop(): Promise<void> }> {
  completeKeys();
  const { DATABASE_URL, DATA_DIR } = env();
  if (DATABASE_URL) return { databaseUrl: DATABASE_URL, stop: async () => {} };
  const running = readHolder(DATA_DIR)?.databaseUrl;
  const own = running ? undefined : await startPostgres(DATA_DIR);
  const databaseUrl = running ?? own?.url ?? "";
  extendEnv({ DATABASE_URL: databaseUrl, APP_ENV: env().APP_ENV });
  return { databaseUrl, stop: async () => own?.stop() };
}

/** Outside production, missing keys are those of the data folder. */
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
