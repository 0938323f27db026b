import { exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import { accessTokenSeconds } from "@/lib/auth/contract";
import { deleteSigningKeysBefore, insertSigningKeyUnlessNewer, listSigningKeys } from "@/lib/auth/store";
import { day, hour, later, minute, now, second } from "@/lib/kit/clock";
import { newUlid } from "@/lib/kit/ids";
import { log } from "@/lib/kit/log";
import { seal, unseal } from "@/lib/kit/secrets/crypto";
import type { SealedColumn } from "@/lib/kit/secrets/sealed-column";

/** Ed25519 is small, fast and deterministic, so that a repeated refresh gives the same token. */
export const signingAlgorithm = "EdDSA";

const sealPurpose = "signing key";
export const signingKeySealedColumns: readonly SealedColumn[] = [
  { table: "signing_key", column: "sealed_private_jwk", key: ["kid"], purpose: sealPurpose },
];
const signsForMs = 30 * day;
/** A replaced key is kept until the last token it signed has expired. */
const keptForMs = signsForMs + accessTokenSeconds * second + hour;
const reloadAfterMs = minute;
const reloadForUnknownAfterMs = second;

type SigningKey = { kid: string; privateKey: CryptoKey };
type KeyRing = { newest: SigningKey; publicKeys: Map<string, CryptoKey> };

let ring: Promise<KeyRing> | undefined;
let loadedAt = 0;

export async function signingKey(): Promise<SigningKey> {
  return (await keyRing(reloadAfterMs)).newest;
}

export async function verificationKey(kid: string): Promise<CryptoKey | undefined> {
  const known = (await keyRing(reloadAfterMs)).publicKeys.get(kid);
  // Another process may have rotated the key just now. Forged key ids cause at most one query per second.
  return known ?? (await keyRing(reloadForUnknownAfterMs)).publicKeys.get(kid);
}

/** Operator command: creates a signing key, which signs all new tokens from now on. */
export async function rotateSigningKey(): Promise<void> {
  await createKey(now());
  ring = undefined;
}

/** Operator command after a leak: deletes all signing keys, so that every access token becomes invalid. */
export async function replaceSigningKeys(): Promise<void> {
  await deleteSigningKeysBefore(later(1));
  await rotateSigningKey();
}

/** Worker job: rotates the newest signing key when it is due, and deletes keys that no valid token uses. */
export async function maintainSigningKeys(): Promise<void> {
  await createKey(new Date(now().getTime() - signsForMs));
  await deleteSigningKeysBefore(new Date(now().getTime() - keptForMs));
}

async function keyRing(maxAgeMs: number): Promise<KeyRing> {
  const age = now().getTime() - loadedAt;
  if (!ring || age > maxAgeMs || age < 0) {
    loadedAt = now().getTime();
    const loading = loadKeys();
    ring = loading;
    // If loading the keys fails, the rejected promise must not stay cached.
    loading.catch(() => {
      if (ring === loading) ring = undefined;
    });
  }
  return ring;
}

async function loadKeys(): Promise<KeyRing> {
  const rows = await listSigningKeys();
  const newest = await firstUsable(rows);
  if (!newest) {
    await createKey(rows[0]?.createdAt ?? new Date(0));
    return loadKeys();
  }
  const publicKeys = rows.map(async ({ kid, publicJwk }) => [kid, await importKey(publicJwk as JWK)] as const);
  return { newest, publicKeys: new Map(await Promise.all(publicKeys)) };
}

type KeyRow = Awaited<ReturnType<typeof listSigningKeys>>[number];

/**
 * Returns the newest key whose private half can be unsealed. After APP_SECRET changed there may be none, but the public
 * halves still verify existing tokens.
 */
async function firstUsable(rows: KeyRow[]): Promise<SigningKey | null> {
  for (const { kid, sealedPrivateJwk } of rows) {
    try {
      return { kid, privateKey: await importKey(JSON.parse(unseal(sealPurpose, kid, sealedPrivateJwk))) };
    } catch (error) {
      log.warn({ err: error, kid }, "a signing key cannot be unsealed with the current APP_SECRET");
    }
  }
  return null;
}

const importKey = async (jwk: JWK) => (await importJWK(jwk, signingAlgorithm)) as CryptoKey;

async function createKey(unlessNewerThan: Date): Promise<void> {
  const pair = await generateKeyPair(signingAlgorithm, { extractable: true });
  const kid = newUlid();
  const privateJwk = JSON.stringify(await exportJWK(pair.privateKey));
  await insertSigningKeyUnlessNewer(
    {
      kid,
      publicJwk: await exportJWK(pair.publicKey),
      sealedPrivateJwk: seal(sealPurpose, kid, privateJwk),
      createdAt: now(),
    },
    unlessNewerThan,
  );
}
