import { randomBytes } from "node:crypto";
import type { Owner } from "@/lib/http/message/caller";
import { now } from "@/lib/kit/clock";
import { seal, unseal } from "@/lib/kit/secrets/crypto";
import { identityOf, type SealedColumn } from "@/lib/kit/secrets/sealed-column";
import type { Environment } from "@/lib/reference/platforms";
import { findMerchantKey, insertMerchantKey, type MerchantKeyRow } from "./store";

/**
 * The secrets that hash and sign a merchant's redirects. Each environment has its own, so a sandbox payment can never
 * pass for a live one. They are stored encrypted and not as digests, because we compute hashes with them.
 */
const secretBytes = 24;
const hashKeySeal = "hash key";
const signingSeal = "signing secret";

const row = { table: "merchant_key", key: ["account_number", "environment"] };
export const hashKeySealedColumns: readonly SealedColumn[] = [
  { ...row, column: "sealed_hash_key", purpose: hashKeySeal },
  { ...row, column: "sealed_next_hash_key", purpose: hashKeySeal },
  { ...row, column: "sealed_signing_secret", purpose: signingSeal },
  { ...row, column: "sealed_next_signing_secret", purpose: signingSeal },
];

export type MerchantSecrets = { hashKey: string; signingSecret: string };

/** A merchant's secrets. `next` is set during the overlap of a rotation, `former` after the overlap. */
export type KeyRing = {
  current: MerchantSecrets;
  next: (MerchantSecrets & { from: Date }) | null;
  former: MerchantSecrets | null;
};

/** The current secrets of an account. The first call creates them. */
export async function merchantSecrets(accountNumber: string, environment: Environment): Promise<MerchantSecrets> {
  return (await keyRingOf({ accountNumber, environment })).current;
}

/** The current secrets in a row that the caller has read. */
export const currentSecrets = (row: MerchantKeyRow): MerchantSecrets => toKeyRing(row).current;

export async function keyRingOf(owner: Owner): Promise<KeyRing> {
  return (await findKeyRing(owner)) ?? toKeyRing(await makeKey(owner));
}

/** A merchant's secrets, or null if they have not been created yet. */
export async function findKeyRing({ accountNumber, environment }: Owner): Promise<KeyRing | null> {
  const row = await findMerchantKey(accountNumber, environment);
  return row && toKeyRing(row);
}

/** Chooses the current secrets by the clock, so no job has to switch them when the overlap ends. */
function toKeyRing(row: MerchantKeyRow): KeyRing {
  const first = unsealed(row, row.sealedHashKey, row.sealedSigningSecret);
  const { sealedNextHashKey, sealedNextSigningSecret, nextFrom } = row;
  if (!sealedNextHashKey || !sealedNextSigningSecret || !nextFrom) return { current: first, next: null, former: null };
  const second = unsealed(row, sealedNextHashKey, sealedNextSigningSecret);
  return nextFrom <= now()
    ? { current: second, next: null, former: first }
    : { current: first, next: { ...second, from: nextFrom }, former: null };
}

/** Creates a merchant's secrets. Of concurrent calls the first inserts its secrets, and all calls return those. */
async function makeKey({ accountNumber, environment }: Owner): Promise<MerchantKeyRow> {
  await installSecrets(accountNumber, environment, newSecrets());
  const row = await findMerchantKey(accountNumber, environment);
  if (!row) throw new Error("The keys of a merchant are missing right after their insertion.");
  return row;
}

export function newSecrets(): MerchantSecrets {
  const randomSecret = () => randomBytes(secretBytes).toString("hex");
  return { hashKey: randomSecret(), signingSecret: randomSecret() };
}

/** Stores secrets for an account that has none. Does not replace existing secrets. */
export async function installSecrets(
  accountNumber: string,
  environment: Environment,
  secrets: MerchantSecrets,
): Promise<void> {
  const owner = { accountNumber, environment };
  await insertMerchantKey({ ...owner, ...sealed(owner, secrets), createdAt: now() });
}

export function sealed({ accountNumber, environment }: Owner, { hashKey, signingSecret }: MerchantSecrets) {
  const identity = identityOf([accountNumber, environment]);
  return {
    sealedHashKey: new Uint8Array(seal(hashKeySeal, identity, hashKey)),
    sealedSigningSecret: new Uint8Array(seal(signingSeal, identity, signingSecret)),
  };
}

function unsealed(
  { accountNumber, environment }: Owner,
  hashKey: Uint8Array,
  signingSecret: Uint8Array,
): MerchantSecrets {
  const identity = identityOf([accountNumber, environment]);
  return {
    hashKey: unseal(hashKeySeal, identity, hashKey),
    signingSecret: unseal(signingSeal, identity, signingSecret),
  };
}
