import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { env } from "@/lib/kit/env";
import { processWide } from "@/lib/kit/process-wide";

/**
 * Sealing (encryption) and signing with keys derived from APP_SECRET, a list of secrets. The first secret seals and
 * signs; every secret of the list can open and verify. A stored value carries the id of its secret: sealed text at the
 * start, a digest at the end.
 */
type PurposeKey = { id: string; key: KeyObject };

/**
 * A key of a secret that was removed from APP_SECRET. It still verifies digests that outlive the secret, such as those
 * of the audit chain.
 */
export type RetiredKey = PurposeKey & { purpose: string };

const nonceLength = 12;
const tagLength = 16;
const digestLength = 32;
const proofLengthMin = 16;
const sealMark = Buffer.from("TW1");
const idLength = 4;
const headerLength = sealMark.length + idLength;
/** Key objects, because Node.js 24 needs five times as long for a key that is a buffer. */
const derived = new Map<string, KeyObject>();

type Replaced = { id: string; replacedAt: Date; keys: readonly RetiredKey[] };
const replaced = processWide("replaced secrets", () => ({ secrets: [] as readonly Replaced[] }));

/** Sets the secrets that the database lists as replaced, including those that APP_SECRET still contains. */
export function acceptReplaced(secrets: readonly Replaced[]): void {
  replaced.secrets = secrets;
}

/** Derives a key per purpose, so that a value made for one purpose is invalid for every other. */
function derive(secret: string, id: string, purpose: string): KeyObject {
  const name = `${id} ${purpose}`;
  const known =
    derived.get(name) ?? createSecretKey(Buffer.from(hkdfSync("sha256", secret, "tradewind", purpose, digestLength)));
  derived.set(name, known);
  return known;
}

/** The purpose's keys, the active one first. */
function keysFor(purpose: string): [PurposeKey, ...PurposeKey[]] {
  const [active, ...others] = env().APP_SECRETS.map(({ id, secret }) => ({ id, key: derive(secret, id, purpose) }));
  if (!active) throw new Error("APP_SECRET is not set.");
  const retired = replaced.secrets.flatMap(({ keys }) => keys).filter((key) => key.purpose === purpose);
  return [active, ...others, ...retired.filter(({ id }) => ![active, ...others].some((key) => key.id === id))];
}

/** The key of one secret of APP_SECRET for a purpose. */
export function keyOfSecret(id: string, purpose: string): KeyObject {
  const found = env().APP_SECRETS.find((secret) => secret.id === id);
  if (!found) throw new Error(`APP_SECRET has no secret with the id ${id}.`);
  return derive(found.secret, id, purpose);
}

type Part = string | Uint8Array;

/** HMAC-SHA256 over length-prefixed parts: ("ab","c") and ("a","bc") differ. */
function hmac(key: KeyObject, parts: readonly Part[]): Buffer {
  const digest = createHmac("sha256", key);
  for (const part of parts) {
    const bytes = typeof part === "string" ? Buffer.from(part) : part;
    digest.update(`${bytes.length}:`).update(bytes);
  }
  return digest.digest();
}

/** An HMAC under the active key, for values that are handed out and not stored, such as tokens and URLs. */
export function keyedDigest(purpose: string, ...parts: Part[]): Buffer {
  return hmac(keysFor(purpose)[0].key, parts);
}

/** Digests under every key of the purpose, the active key first. */
export function keyedDigests(purpose: string, ...parts: Part[]): Buffer[] {
  return keysFor(purpose).map(({ key }) => hmac(key, parts));
}

/**
 * Whether a key of the purpose made this base64url digest. A prefix of a digest is accepted if it has at least 16
 * bytes. Another base64url spelling of the same bytes is refused.
 */
export function isKeyedProof(text: string, purpose: string, ...parts: Part[]): boolean {
  const given = Buffer.from(text, "base64url");
  if (given.length < proofLengthMin || given.toString("base64url") !== text) return false;
  return keyedDigests(purpose, ...parts).some((digest) => isSame(digest.subarray(0, given.length), given));
}

/** The form of a digest in a database column: the HMAC, then the id of the secret that made it. */
export function storedDigest(purpose: string, ...parts: Part[]): Uint8Array<ArrayBuffer> {
  const [{ id, key }] = keysFor(purpose);
  return new Uint8Array(Buffer.concat([hmac(key, parts), Buffer.from(id, "hex")]));
}

/**
 * Every form in which the digest of these parts may be stored. Each secret has two: one that begins with the secret's
 * id, and one without an id, as in old rows.
 */
export function storedDigests(purpose: string, ...parts: Part[]): Uint8Array<ArrayBuffer>[] {
  return keysFor(purpose).flatMap(({ id, key }) => {
    const digest = hmac(key, parts);
    return [new Uint8Array(Buffer.concat([digest, Buffer.from(id, "hex")])), new Uint8Array(digest)];
  });
}

/**
 * The id of the secret that made a stored digest, and when that secret was replaced. Null if no known secret made it.
 */
export function makerOfDigest(stored: Uint8Array, purpose: string, ...parts: Part[]) {
  const maker = keysFor(purpose).find(({ id, key }) => {
    const digest = hmac(key, parts);
    return isSame(stored, digest) || isSame(stored, Buffer.concat([digest, Buffer.from(id, "hex")]));
  });
  const known = replaced.secrets.find(({ id }) => id === maker?.id);
  return maker ? { id: maker.id, replacedAt: known?.replacedAt ?? null } : null;
}

export function sha256(data: string | Uint8Array): Buffer {
  return createHash("sha256").update(data).digest();
}

export function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * Encrypts with AES-256-GCM under the purpose's active key, or under the key of the secret `secretId`. `identity` is
 * authenticated with the text, so unsealing needs the same value.
 */
export function seal(purpose: string, identity: string, plain: string, secretId?: string): Buffer {
  const keys = keysFor(purpose);
  const { id, key } = keys.find((each) => each.id === secretId) ?? keys[0];
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: tagLength });
  cipher.setAAD(Buffer.from(identity));
  const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return Buffer.concat([sealHeader(id), nonce, cipher.getAuthTag(), text]);
}

/** The first bytes of every text that this secret sealed. */
const sealHeader = (id: string) => Buffer.concat([sealMark, Buffer.from(id, "hex")]);

export const activeSealHeader = (): Buffer => sealHeader(keysFor("seal header")[0].id);

export function unseal(purpose: string, identity: string, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed);
  const keys = keysFor(purpose);
  const named = keys.find(({ id }) => bytes.subarray(0, headerLength).equals(sealHeader(id)));
  if (named) return open(named.key, identity, bytes.subarray(headerLength));
  // Old sealed text has no secret id in its header, so every secret is tried.
  for (const { key } of keys.slice(0, -1)) {
    try {
      return open(key, identity, bytes);
    } catch {
      // The text was not sealed with this secret, so the next one is tried.
    }
  }
  return open((keys.at(-1) ?? keys[0]).key, identity, bytes);
}

/** Null if none of the secrets opens the sealed text. */
export function unsealOrNull(purpose: string, identity: string, sealed: Uint8Array): string | null {
  try {
    return unseal(purpose, identity, sealed);
  } catch {
    return null;
  }
}

/** The id of the secret that opens a sealed text, or null. */
export function openerOf(sealed: Uint8Array, purpose: string, identity: string): string | null {
  const bytes = Buffer.from(sealed);
  const opener = keysFor(purpose).find(({ id, key }) => {
    const hasHeader = bytes.subarray(0, headerLength).equals(sealHeader(id));
    try {
      open(key, identity, hasHeader ? bytes.subarray(headerLength) : bytes);
      return true;
    } catch {
      return false;
    }
  });
  return opener?.id ?? null;
}

function open(key: KeyObject, identity: string, bytes: Buffer): string {
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceLength), { authTagLength: tagLength });
  decipher.setAAD(Buffer.from(identity));
  decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
  return Buffer.concat([decipher.update(bytes.subarray(nonceLength + tagLength)), decipher.final()]).toString("utf8");
}
