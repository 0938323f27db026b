import type { TaskList } from "graphile-worker";
import { maintainSigningKeys } from "@/lib/auth/tokens/signing-keys";
import { reconcile } from "@/lib/reconciliation/reconcile";

/** Durable jobs by name: what must be done once, and not be lost. */
export const tasks: TaskList = {
  "maintain-signing-keys": () => maintainSigningKeys(),
  reconcile: async () => void (await reconcile()),
};

/** When the queue itself adds a job, however many workers there are: minute, hour, day, month, weekday. */
export const crontab = [
  "17 * * * * maintain-signing-keys",
  // One at a time, and none is added while one waits.
  "41 * * * * reconcile ?queue=reconcile&jobKey=reconcile&max=1",
].join("\n");
