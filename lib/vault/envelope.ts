import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { CardKey } from "@/lib/kit/secrets/key-lists";
import type { Environment } from "@/lib/reference/platforms";

/**
 * Envelope encryption: each card number is encrypted with its own data key, and one of `CARD_KEYS` encrypts the data
 * key. Both ciphertexts are authenticated with the row's identity as AAD, so they cannot be decrypted in another row.
 * This file does not access the database or the configuration.
 */
export type CardIdentity = { id: string; accountNumber: string; environment: Environment };
export type WrappedKey = { keyVersion: string; wrappedKey: Bytes };
export type SealedCard = WrappedKey & { sealedNumber: Bytes };

/** The type that Prisma uses for bytea columns. */
type Bytes = Uint8Array<ArrayBuffer>;

const algorithm = "aes-256-gcm";
const keyLength = 32;
const nonceLength = 12;
const tagLength = 16;
const numberPattern = /^\d{12,19}$/;
/** Card numbers are padded to 19 characters before encryption, so that the ciphertext does not reveal their length. */
const paddedLength = 19;
const probe = Buffer.from("This text opens under the key that sealed it.");

/**
 * Explains why a card number cannot be encrypted or decrypted. The message contains the card's id and the key version,
 * never a key or a card number.
 */
export class VaultError extends Error {
  constructor(id: string, keyVersion: string | null, problem: string) {
    super(`Vault card ${id}${keyVersion === null ? "" : `, key version ${keyVersion}`}: ${problem}.`);
    this.name = "VaultError";
  }
}

export function sealCard(identity: CardIdentity, number: string, key: CardKey): SealedCard {
  if (!numberPattern.test(number))
    throw new VaultError(identity.id, key.version, "the value to seal is not a card number");
  const dataKey = randomBytes(keyLength);
  const padded = Buffer.from(number.padEnd(paddedLength));
  try {
    return {
      ...wrap(identity, dataKey, key),
      sealedNumber: encrypt(dataKey, numberBinding(identity), padded),
    };
  } finally {
    dataKey.fill(0);
    padded.fill(0);
  }
}

export function openCard(identity: CardIdentity, card: SealedCard, keys: readonly CardKey[]): string {
  const dataKey = unwrap(identity, card, keys);
  try {
    const padded = decrypt(dataKey, numberBinding(identity), card.sealedNumber, paddedLength);
    if (!padded) throw new VaultError(identity.id, card.keyVersion, "its number does not open");
    const number = padded.toString("latin1").trimEnd();
    padded.fill(0);
    return number;
  } finally {
    dataKey.fill(0);
  }
}

/** Encrypts the same data key with another of `CARD_KEYS`. The card number is not decrypted. */
export function rewrapKey(
  identity: CardIdentity,
  wrapped: WrappedKey,
  keys: readonly CardKey[],
  to: CardKey,
): WrappedKey {
  const dataKey = unwrap(identity, wrapped, keys);
  try {
    return wrap(identity, dataKey, to);
  } finally {
    dataKey.fill(0);
  }
}

/** Encrypts a constant with one of `CARD_KEYS`. It opens only under the same key and version. */
export const sealProbe = ({ version, key }: CardKey): Bytes => encrypt(key, probeBinding(version), probe);

export const opensProbe = ({ version, key }: CardKey, sealed: Uint8Array): boolean =>
  decrypt(key, probeBinding(version), sealed, probe.length)?.equals(probe) ?? false;

function wrap(identity: CardIdentity, dataKey: Buffer, { version, key }: CardKey): WrappedKey {
  return { keyVersion: version, wrappedKey: encrypt(key, keyBinding(identity, version), dataKey) };
}

function unwrap(identity: CardIdentity, { keyVersion, wrappedKey }: WrappedKey, keys: readonly CardKey[]): Buffer {
  const known = keys.find(({ version }) => version === keyVersion);
  if (!known) throw new VaultError(identity.id, keyVersion, "CARD_KEYS has no such key");
  const dataKey = decrypt(known.key, keyBinding(identity, keyVersion), wrappedKey, keyLength);
  if (!dataKey) throw new VaultError(identity.id, keyVersion, "its data key does not open");
  return dataKey;
}

const numberBinding = ({ id, accountNumber, environment }: CardIdentity) =>
  bind("card number", id, accountNumber, environment);

const keyBinding = ({ id, accountNumber, environment }: CardIdentity, version: string) =>
  bind("card data key", id, accountNumber, environment, version);

const probeBinding = (version: string) => bind("card key probe", version);

/** Joins the parts with length prefixes, so that ("ab","c") and ("a","bc") give different results. */
const bind = (...parts: string[]): Buffer =>
  Buffer.from(parts.map((part) => `${Buffer.byteLength(part)}:${part}`).join(""));

/** Returns nonce, ciphertext and tag, concatenated. */
function encrypt(key: Buffer, binding: Buffer, plain: Buffer): Bytes {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength }).setAAD(binding);
  return new Uint8Array(Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]));
}

/** Returns null if the key or the AAD is wrong, or if the ciphertext was changed. */
function decrypt(key: Buffer, binding: Buffer, sealed: Uint8Array, plainLength: number): Buffer | null {
  // The length is checked because GCM would also accept a shorter authentication tag, which is easier to forge.
  if (sealed.length !== nonceLength + plainLength + tagLength) return null;
  const nonce = sealed.subarray(0, nonceLength);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagLength }).setAAD(binding);
  decipher.setAuthTag(sealed.subarray(-tagLength));
  const plain = decipher.update(sealed.subarray(nonceLength, -tagLength));
  try {
    decipher.final();
    return plain;
  } catch {
    plain.fill(0);
    return null;
  }
}
