import { randomBytes } from "node:crypto";
import { cardKeys } from "./keys";
import { countVersions } from "./store";

export type KeyStatus = { version: string; cards: number; isConfigured: boolean; isActive: boolean };

/** Every key that is configured or needed, in the order of CARD_KEYS, and how many cards are under it. */
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

/** An entry for CARD_KEYS. Versions that cards are under count as taken, also where their key is gone. */
export async function newKeyEntry(): Promise<string> {
  const taken = (await readKeyStatus()).map(({ version }) => version).filter((version) => /^\d{1,15}$/.test(version));
  return `${Math.max(0, ...taken.map(Number)) + 1}:${randomBytes(32).toString("base64")}`;
}
