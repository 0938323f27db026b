import type { CardKey } from "@/lib/kit/secrets/key-lists";
import { rewrapKey, VaultError } from "./envelope";
import { activeKeyOrThrow, cardKeys } from "./keys";
import { countVersions, findWrappedKeys, type Rewrapping, replaceWrappedKeys, type VersionCount } from "./store";

const batchSize = 500;
/** Processes that do not know the new key yet go on writing under the old one: at some point that is for the operator. */
const passesMax = 5;

export type Progress = { seen: number; total: number };
type Report = (progress: Progress) => void;

export type KeyRotation = {
  rotated: number;
  /** Why a data key could not be opened, card by card. */
  damaged: string[];
  /** What is still under another version than the active one, whatever the reason. */
  left: VersionCount[];
};

/**
 * Brings every data key under the active one of CARD_KEYS, while everybody goes on reading and writing. Each batch is one
 * statement, so that it can be interrupted at any moment and begun again; several may run at once.
 */
export async function rotateKeys(report: Report = () => {}): Promise<KeyRotation> {
  const active = activeKeyOrThrow();
  const others = cardKeys().filter((key) => key !== active);
  const isKnown = ({ keyVersion }: VersionCount) => others.some(({ version }) => version === keyVersion);
  const total = (await countVersions()).filter(isKnown).reduce((sum, { cards }) => sum + cards, 0);
  const damaged = new Map<string, string>();
  let [rotated, seen] = [0, 0];
  for (let pass = 0; pass < passesMax; pass++) {
    // What a crowd left out, because somebody held it, is gone through one by one.
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

/** Everything under one key, as it is to be under another. What does not open is written down, and left as it is. */
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
