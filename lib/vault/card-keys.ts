import { now } from "@/lib/kit/clock";
import { commandLine } from "@/lib/kit/commands";
import type { CardKey } from "@/lib/kit/secrets/key-lists";
import { openCard, opensProbe, sealProbe, VaultError } from "./envelope";
import { cardKeys } from "./keys";
import { findCardsUnder, insertProbes, listProbes, listVersions } from "./store";

/**
 * How many cards the check tries to decrypt per key version. One damaged row must not prevent the start of a process.
 */
const triedPerVersion = 3;

/**
 * Returns one message for each key version that stored cards need and `CARD_KEYS` lacks, and for each key of
 * `CARD_KEYS` that differs from the one that this database knows by its version.
 */
export async function missingCardKeys(): Promise<string[]> {
  const inUse = await listVersions();
  const lacking = inUse.filter((version) => !cardKeys().some((key) => key.version === version));
  const wrong = new Set(await unprovenVersions(cardKeys()));
  for (const version of inUse) {
    if (!lacking.includes(version) && !(await opensAnyOf(version))) wrong.add(version);
  }
  return [
    ...lacking.map((version) => `CARD_KEYS lacks version ${version}, and stored cards need it.`),
    ...[...wrong].map(isAnotherKey),
  ];
}

/**
 * Stores a probe under each key that has none, so that no other key can be used under its version. Of two processes
 * with different keys, the first one wins. So the keys are compared after the write, and problems are returned.
 */
export async function registerCardKeys(keys: readonly CardKey[] = cardKeys()): Promise<string[]> {
  const known = (await listProbes()).map(({ version }) => version);
  const added = keys.filter(({ version }) => !known.includes(version));
  const probes = added.map((key) => ({ version: key.version, sealedProbe: sealProbe(key) }));
  if (probes.length > 0) await insertProbes(probes, now());
  return (await unprovenVersions(keys)).map(isAnotherKey);
}

const isAnotherKey = (version: string) =>
  `CARD_KEYS has another key under version ${version} than this database was used with. Give the key that belongs to it; a new key needs a new version («${commandLine("vault", "new-key")}»).`;

async function unprovenVersions(keys: readonly CardKey[]): Promise<string[]> {
  const probes = new Map((await listProbes()).map(({ version, sealedProbe }) => [version, sealedProbe]));
  const isUnproven = (key: CardKey) => {
    const probe = probes.get(key.version);
    return probe !== undefined && !opensProbe(key, probe);
  };
  return keys.filter(isUnproven).map(({ version }) => version);
}

async function opensAnyOf(version: string): Promise<boolean> {
  const cards = await findCardsUnder(version, triedPerVersion);
  return cards.some((card) => {
    try {
      return openCard(card, card, cardKeys()) !== "";
    } catch (error) {
      if (error instanceof VaultError) return false;
      throw error;
    }
  });
}
