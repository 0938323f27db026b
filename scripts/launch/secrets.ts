import { EnvError } from "@/lib/kit/env";
import { reportFailure } from "./command";

const askAgainAfterMs = 1000;

export type SecretsGuard = { areGood(): boolean; whenGood: Promise<void> };

/**
 * Compares the secrets with the database. A process may start before its database can be asked, and serves nothing
 * until then. Wrong secrets end the process, now or as soon as they are noticed.
 */
export async function guardSecrets(): Promise<SecretsGuard> {
  // Only now: they read the variables as they are loaded, and a mistake in these was to be reported before.
  const { checkSecrets } = await import("@/lib/secrets/check-secrets");
  const { log } = await import("@/lib/kit/log");
  let areGood = false;
  let resolve = () => {};
  const whenGood = new Promise<void>((done) => {
    resolve = done;
  });
  const ask = async () => {
    try {
      await checkSecrets();
      areGood = true;
      resolve();
    } catch (error) {
      if (error instanceof EnvError) throw error;
      log.warn({ err: error }, "the database cannot say yet whether the secrets belong to it");
      setTimeout(() => ask().catch(giveUp), askAgainAfterMs);
    }
  };
  await ask();
  return { areGood: () => areGood, whenGood };
}

function giveUp(error: unknown): void {
  reportFailure(error);
  process.exit();
}
