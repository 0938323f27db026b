import type { CardKey } from "@/lib/kit/secrets/key-lists";
import { rewrapKey, VaultError } from "./envelope";
import { activeKeyOrThrow, cardKeys } from "./keys";
import { countVersions, findWrappedKeys, type Rewrapping, replaceWrappedKeys, type VersionCount } from "./store";

const batchSize = 500;
/**
 * Processes with the old `CARD_KEYS` keep writing under the old key. After this many passes the operator must finish the
 * roll-out.
 */
const passesMax = 5;

export type Progress = { seen: number; total: number };
type Report = (progress: Progress) => void;

export type KeyRotation = {
  rotated: number;
  /** One message for each card whose data key does not open. */
  damaged: string[];
  /** Cards that are still under another version. */
  left: VersionCount[];
};

/**
 * Rewraps every data key with the active key, while other processes keep reading and writing. Each batch is one
 * statement, so the rotation can be interrupted and repeated at any time, and several may run at once.
 */
export async function rotateKeys(report: Report = () => {}): Promise<KeyRotation> {
  const active = activeKeyOrThrow();
  const others = cardKeys().filter((key) => key !== active);
  const isKnown = ({ keyVersion }: VersionCount) => others.some(({ version }) => version === keyVersion);
  const total = (await countVersions()).filter(isKnown).reduce((sum, { cards }) => sum + cards, 0);
  const damaged = new Map<string, string>();
  let [rotated, seen] = [0, 0];
  for (let pass = 0; pass < passesMax; pass++) {
    // A batch skips locked rows. Later passes take the rest one by one and wait for the lock.
    const size = pass === 0 ? batchSize : 1;
    let attempted = 0;
    for (const key of others) {
      for await (const batch of rewrappingsFrom(key, active, size, damaged)) {
        rotated += await replaceWrappedKeys(batch);
        attempted += batch.length;
        seen = Math.min(total, seen + batch.length);
        report({ seen, total });
      }
    }
    if (attempted === 0) break;
  }
  const left = (await countVersions()).filter(({ keyVersion }) => keyVersion !== active.version);
  return { rotated, damaged: [...damaged.values()], left };
}

/** Yields rewrapped data keys in batches. A data key that does not open is reported in `damaged` and left unchanged. */
async function* rewrappingsFrom(key: CardKey, to: CardKey, size: number, damaged: Map<string, string>) {
  for (let after = ""; ; ) {
    const rows = await findWrappedKeys(key.version, { after, limit: size });
    const batch: Rewrapping[] = [];
    for (const row of rows) {
      try {
        batch.push({ id: row.id, from: row, to: rewrapKey(row, row, [key], to) });
      } catch (error) {
        if (!(error instanceof VaultError)) throw error;
        damaged.set(row.id, error.message);
      }
    }
    if (batch.length > 0) yield batch;
    after = rows.at(-1)?.id ?? "";
    if (rows.length < size) return;
  }
}
