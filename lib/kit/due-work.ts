import { log } from "./log";

const batch = 50;
/** Limits the batches of one sweep, so that items that keep failing cannot occupy the worker. */
const batchesMax = 20;
export const failedWork = "a due item failed";

/** Processes due items in batches. An item that fails is logged and does not stop the others. */
export async function drainDue<Item>(
  take: (limit: number) => Promise<Item[]>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  for (let round = 0; round < batchesMax; round++) {
    const items = await take(batch);
    const results = await Promise.allSettled(items.map(work));
    for (const result of results) {
      if (result.status === "rejected") log.error({ err: result.reason }, failedWork);
    }
    if (items.length < batch) return;
  }
}
