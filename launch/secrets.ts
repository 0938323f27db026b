import { EnvError, env } from "@/lib/kit/env";
import { reportFailure } from "./command";

const retryAfterMs = 1000;

/**
 * Checks that the secrets match the database, and adopts the terminals of an earlier release. A process may start
 * before its database answers, and serves no requests until then. If the secrets are wrong, the process ends as soon as
 * the database has answered.
 */
export async function guardSecrets() {
  // Imported late, because these modules read the configuration, and configuration errors are reported first.
  const { checkSecrets } = await import("@/lib/app-secret/check-secrets");
  const { adoptTerminals } = await import("@/lib/acquirers/adopt-terminals");
  const { findObstacle } = await import("@/lib/db/readiness");
  const { warnWithoutTimeouts } = await import("@/lib/db/migrations/role-timeouts");
  const { log } = await import("@/lib/kit/log");
  let areGood = false;
  let said = "";
  let resolve = () => {};
  const whenGood = new Promise<void>((done) => {
    resolve = done;
  });
  const check = async () => {
    try {
      await checkSecrets();
      await adoptTerminals();
      if (env().isPooled) await warnWithoutTimeouts();
      areGood = true;
      resolve();
    } catch (error) {
      if (error instanceof EnvError) throw error;
      const obstacle = (await findObstacle()) ?? "The secrets could not be checked.";
      if (obstacle !== said) log.warn({ err: error }, `waiting for the database: ${obstacle}`);
      said = obstacle;
      setTimeout(() => check().catch(giveUp), retryAfterMs);
    }
  };
  await check();
  return {
    areGood: () => areGood,
    /** Why the secrets could not be checked yet. The sentence is public. */
    obstacle: () => said,
    whenGood,
  };
}

/**
 * Waits until the database answers, has the newest migration and accepts writes. A process that ended instead could
 * stay down, because supervisors limit how often they start it. Each new cause is logged once.
 */
export async function waitForDatabase(): Promise<void> {
  const { findObstacle } = await import("@/lib/db/readiness");
  const { log } = await import("@/lib/kit/log");
  for (let said: string | null = null; ; ) {
    const obstacle = await findObstacle();
    if (!obstacle) return;
    if (obstacle !== said) log.warn(`waiting for the database: ${obstacle}`);
    said = obstacle;
    await new Promise((done) => setTimeout(done, retryAfterMs));
  }
}

function giveUp(error: unknown): void {
  reportFailure(error);
  process.exit();
}
