import type { CardKey } from "@/lib/kit/secrets/key-lists";
import { rewrapKey, VaultError } from "./envelope";
import { activeKeyOrThrow, cardKeys } from "./keys";
import { countVersions, findWrappedKeys, type Rewrapping, replaceWrappedKeys, type VersionCount } from "./store";

const batchSize = 500;
/**
 * The maximum number of passes per rotation. Without a limit, a rotation would never end while other processes still
 * run with the old `CARD_KEYS` and store cards under the old key.
 */
const passesMax = 5;

export type Progress = { seen: number; total: number };
type Report = (progress: Progress) => void;

export type KeyRotation = {
  rotated: number;
  /** One message for each card whose data key cannot be decrypted. */
  damaged: string[];
  /** For each key version other than the active one, the number of cards that still use it. */
  left: VersionCount[];
};

/**
 * Re-encrypts every data key with the active key, while other processes keep reading and writing cards. Each batch is
 * one SQL statement, so a rotation can be interrupted and repeated at any time. Several rotations may run at once.
 */
export async function rotateKeys(report: Report = () => {}): Promise<KeyRotation> {
  const active = activeKeyOrThrow();
  const others = cardKeys().filter((key) => key !== active);
  const isKnown = ({ keyVersion }: VersionCount) => others.some(({ version }) => version === keyVersion);
  const total = (await countVersions()).filter(isKnown).reduce((sum, { cards }) => sum + cards, 0);
  const damaged = new Map<string, string>();
  let [rotated, seen] = [0, 0];
  for (let pass = 0; pass < passesMax; pass++) {
    // The first pass works in batches and skips locked rows. Later passes take the skipped rows one by one and wait for
    // their locks.
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

/**
 * Yields batches of data keys that are re-encrypted with the new key. A data key that cannot be decrypted is reported
 * in `damaged` and stays unchanged.
 */
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
