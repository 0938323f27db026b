import { log } from "./log";

const batch = 50;
/** Limits the batches of one sweep, so that items that keep failing cannot occupy the worker. */
const batchesMax = 20;
export const failedWork = "a due item failed";

/**
 * Processes due items in batches. An item that fails is logged and does not stop the others. Throws at the end if one
 * failed, so that the run counts as a failure and raises an alert if it repeats.
 */
export async function drainDue<Item>(
  take: (limit: number) => Promise<Item[]>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  let failed = 0;
  for (let round = 0; round < batchesMax; round++) {
    const items = await take(batch);
    const results = await Promise.allSettled(items.map(work));
    for (const result of results) {
      if (result.status === "fulfilled") continue;
      failed++;
      log.error({ err: result.reason }, failedWork);
    }
    if (items.length < batch) break;
  }
  if (failed > 0) throw new Error(`${failed} due items failed.`);
}
