import { randomBytes } from "node:crypto";
import { cardKeys } from "./keys";
import { countVersions, listProbes } from "./store";

export type KeyStatus = { version: string; cards: number; isConfigured: boolean; isActive: boolean };

/** Lists every key version that `CARD_KEYS` contains or stored cards use, with the number of cards under it. */
export async function readKeyStatus(): Promise<KeyStatus[]> {
  const counts = new Map((await countVersions()).map(({ keyVersion, cards }) => [keyVersion, cards]));
  const configured = cardKeys().map(({ version }) => version);
  return [...new Set([...configured, ...counts.keys()])].map((version) => ({
    version,
    cards: counts.get(version) ?? 0,
    isConfigured: configured.includes(version),
    isActive: version === configured[0],
  }));
}

/**
 * Creates an entry for `CARD_KEYS` with a new version. A version that the database knows is never reused, even if
 * `CARD_KEYS` lacks its key.
 */
export async function newKeyEntry(): Promise<string> {
  const known = [...(await readKeyStatus()), ...(await listProbes())];
  const taken = known.map(({ version }) => version).filter((version) => /^\d{1,15}$/.test(version));
  return `${Math.max(0, ...taken.map(Number)) + 1}:${randomBytes(32).toString("base64")}`;
}
