import { EnvError } from "@/lib/kit/env";
import { reportFailure } from "./command";

const retryAfterMs = 1000;

export type SecretsGuard = { areGood(): boolean; whenGood: Promise<void> };

/**
 * Compares the secrets with the database. A process may start before its database answers, and serves nothing until
 * then. Wrong secrets end the process, now or as soon as the database answers.
 */
export async function guardSecrets(): Promise<SecretsGuard> {
  // Imported here, because these modules read the configuration when they load, and its mistakes are reported first.
  const { checkSecrets } = await import("@/lib/secrets/check-secrets");
  const { log } = await import("@/lib/kit/log");
  let areGood = false;
  let resolve = () => {};
  const whenGood = new Promise<void>((done) => {
    resolve = done;
  });
  const check = async () => {
    try {
      await checkSecrets();
      areGood = true;
      resolve();
    } catch (error) {
      if (error instanceof EnvError) throw error;
      log.warn({ err: error }, "the database does not answer yet, so the secrets are not checked");
      setTimeout(() => check().catch(giveUp), retryAfterMs);
    }
  };
  await check();
  return { areGood: () => areGood, whenGood };
}

function giveUp(error: unknown): void {
  reportFailure(error);
  process.exit();
}
