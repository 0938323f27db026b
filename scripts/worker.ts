import { ensureBundles } from "./launch/build";
import { completeKeys, reportFailure } from "./launch/command";
import { warnOfCoreDumps } from "./launch/core-dumps";
import { checkDatabase, databaseUrlOrThrow } from "./launch/database";
import { drainMs, drainOnSignal, reportReady } from "./launch/drain";
import { collectOnceWhenIdle } from "./launch/idle-collections";
import { guardSecrets } from "./launch/secrets";

/** Starts one background worker. Several workers can share one PostgreSQL. */
try {
  collectOnceWhenIdle();
  completeKeys();
  await warnOfCoreDumps();
  const databaseUrl = databaseUrlOrThrow();
  await ensureBundles();
  await checkDatabase(databaseUrl);
  // Imported late, because these modules read the configuration and the generated Prisma client when they load.
  await (await guardSecrets()).whenGood;
  const { startWorker } = await import("@/lib/jobs/worker");
  const { scrubConsole } = await import("@/lib/kit/log");
  scrubConsole();
  const worker = startWorker();
  drainOnSignal(() => worker.stop(), drainMs);
  reportReady("The worker runs.");
} catch (error) {
  reportFailure(error);
  process.exit();
}
