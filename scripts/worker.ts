import { generateClient } from "./launch/build";
import { completeKeys, reportFailure } from "./launch/command";
import { drainOnSignal } from "./launch/drain";

/** One background worker. Several can share one PostgreSQL. */
const drainMs = 25_000;

try {
  completeKeys();
  await generateClient();
  // Only now: it imports what was just generated.
  const { startWorker } = await import("@/lib/jobs/worker");
  const worker = await startWorker();
  process.send?.("ready");
  if (!process.send) console.log("The worker runs.");
  drainOnSignal(() => worker.stop(), drainMs);
} catch (error) {
  reportFailure(error);
  process.exit();
}
