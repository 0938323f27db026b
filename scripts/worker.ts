import { ensureBundles } from "@/launch/build";
import { completeKeys, reportFailure } from "@/launch/command";
import { warnOfCoreDumps } from "@/launch/core-dumps";
import { databaseUrlOrThrow } from "@/launch/database";
import { drainMs, drainOnSignal, reportReady } from "@/launch/drain";
import { collectOnceWhenIdle } from "@/launch/idle-collections";
import { listenFailure } from "@/launch/processes";
import { guardSecrets, waitForDatabase } from "@/launch/secrets";
import { createProgress, type WorkerProgress } from "@/lib/jobs/progress";
import { env } from "@/lib/kit/env";
import { startTracing } from "@/lib/kit/telemetry/start-tracing";
import { tracer } from "@/lib/kit/telemetry/trace";

/** Starts one background worker. Several workers can share one PostgreSQL. */
try {
  collectOnceWhenIdle();
  completeKeys();
  await warnOfCoreDumps();
  databaseUrlOrThrow();
  await ensureBundles();
  await startTracing("tradewind-worker");
  const progress = createProgress();
  const probes = await serveProbes(progress);
  let worker: { stop(): Promise<void> } | undefined;
  let isStopping = false;
  // Before the worker waits, because the first process of a container ignores signals without a handler.
  drainOnSignal(async () => {
    isStopping = true;
    probes?.stopping();
    await worker?.stop();
    await tracer()?.stop();
  }, drainMs);
  await waitForDatabase();
  await (await guardSecrets()).whenGood;
  // Imported late, because these modules read the configuration and the generated Prisma client when they load.
  const { startWorker } = await import("@/lib/jobs/worker");
  const { scrubConsole } = await import("@/lib/kit/log");
  scrubConsole();
  if (!isStopping) {
    worker = startWorker(progress);
    reportReady("The worker runs.");
  }
} catch (error) {
  reportFailure(error);
  process.exit();
}

/** Serves health and metrics of this worker if WORKER_PORT is set. */
async function serveProbes(progress: WorkerProgress): Promise<{ stopping(): void } | null> {
  const { WORKER_PORT, WORKER_HOST } = env();
  if (WORKER_PORT === undefined) return null;
  const { createProbeServer } = await import("@/lib/jobs/probe-server");
  const { server, stopping } = createProbeServer(progress);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(listenFailure(error, WORKER_PORT, WORKER_HOST, "WORKER_")));
    server.listen(WORKER_PORT, WORKER_HOST, resolve);
  });
  return { stopping };
}
