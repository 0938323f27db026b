import { randomBytes } from "node:crypto";
import { cardKeys } from "./keys";
import { countVersions } from "./store";

export type KeyStatus = { version: string; cards: number; isConfigured: boolean; isActive: boolean };

/** Every configured or needed key, in the order of `CARD_KEYS`, with its number of cards. */
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

/** A new entry for `CARD_KEYS`. Versions that cards use are not reused, even if their key is missing. */
export async function newKeyEntry(): Promise<string> {
  const taken = (await readKeyStatus()).map(({ version }) => version).filter((version) => /^\d{1,15}$/.test(version));
  return `${Math.max(0, ...taken.map(Number)) + 1}:${randomBytes(32).toString("base64")}`;
}
