import { acquirers } from "@/lib/gateway/registry";

const batch = 500;
const batchesMax = 20;

/**
 * Worker sweep: fills in the terminals of attempts from before attempts stored them. Processes of the previous release
 * may still add some during an upgrade.
 */
export async function fillTerminals(): Promise<void> {
  for (const { former } of Object.values(acquirers)) {
    for (let round = 0; former && round < batchesMax; round++) if ((await former.fillAttempts(batch)) < batch) break;
  }
}
