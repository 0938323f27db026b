import { exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import { day, hour, minute, now, second } from "@/lib/kit/clock";
import { seal, unseal } from "@/lib/kit/crypto";
import { newUlid } from "@/lib/kit/ids";
import { accessTokenSeconds } from "./contract";
import { deleteSigningKeysBefore, insertSigningKeyUnlessNewer, listSigningKeys } from "./store";

/** Ed25519: small, fast, and deterministic, so that a repeated refresh gives the very same token. */
export const signingAlgorithm = "EdDSA";

const sealPurpose = "signing key";
const signsFor = 30 * day;
/** A key that no longer signs is kept until the last token it signed has ended. */
const keptFor = signsFor + accessTokenSeconds * second + hour;
const reloadAfter = minute;
const reloadForUnknownAfter = second;

type SigningKey = { kid: string; publicKey: CryptoKey; privateKey: CryptoKey };
type KeyRing = { newest: SigningKey; byKid: Map<string, SigningKey>; loadedAt: number };

let ring: Promise<KeyRing> | undefined;
let loadedAt = 0;

export async function signingKey(): Promise<SigningKey> {
  return (await keyRing(reloadAfter)).newest;
}

export async function verificationKey(kid: string): Promise<CryptoKey | undefined> {
  const known = (await keyRing(reloadAfter)).byKid.get(kid);
  // Another process may have rotated a moment ago; but forged kids must not buy a query each.
  return (known ?? (await keyRing(reloadForUnknownAfter)).byKid.get(kid))?.publicKey;
}

/** Makes a new key sign from now on, unless another process has done so meanwhile. */
export async function rotateSigningKey(): Promise<void> {
  await createKey(now());
  ring = undefined;
}

/** For the worker: rotates when the newest key is old enough, and drops keys that nothing needs. */
export async function maintainSigningKeys(): Promise<void> {
  await createKey(new Date(now().getTime() - signsFor));
  await deleteSigningKeysBefore(new Date(now().getTime() - keptFor));
}

async function keyRing(maxAge: number): Promise<KeyRing> {
  const age = now().getTime() - loadedAt;
  if (!ring || age > maxAge || age < 0) {
    loadedAt = now().getTime();
    ring = loadKeys();
    // A failed load must not be remembered.
    ring.catch(() => (ring = undefined));
  }
  return ring;
}

async function loadKeys(): Promise<KeyRing> {
  let rows = await listSigningKeys();
  if (rows.length === 0) {
    await createKey(new Date(0));
    rows = await listSigningKeys();
  }
  const keys = await Promise.all(
    rows.map(async ({ kid, publicJwk, sealedPrivateJwk }) => ({
      kid,
      publicKey: (await importJWK(publicJwk as JWK, signingAlgorithm)) as CryptoKey,
      privateKey: (await importJWK(
        JSON.parse(unseal(sealPurpose, kid, sealedPrivateJwk)),
        signingAlgorithm,
      )) as CryptoKey,
    })),
  );
  const [newest] = keys;
  if (!newest) throw new Error("There is no signing key.");
  return { newest, byKid: new Map(keys.map((key) => [key.kid, key])), loadedAt };
}

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
