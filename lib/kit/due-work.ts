import { log } from "./log";

const batch = 50;
/** A crowd is dealt with in one go, but not for ever: what keeps failing must not keep the sweep. */
const batchesMax = 20;
export const failedWork = "something that was due could not be done";

/** One that fails must not keep the others waiting. */
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
