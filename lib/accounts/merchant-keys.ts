import { randomBytes } from "node:crypto";
import { now } from "@/lib/kit/clock";
import { seal, unseal } from "@/lib/kit/crypto";
import type { Environment } from "@/lib/reference/platforms";
import { findMerchantKey, insertMerchantKey } from "./store";

/**
 * What a merchant's redirects are hashed and signed with, of its own in each environment: a sandbox
 * payment can never pass for a live one. They are sealed, not digested, because we compute with them.
 */
const secretBytes = 24;
const hashKeySeal = "hash key";
const signingSeal = "signing secret";

export type MerchantSecrets = { hashKey: string; signingSecret: string };

/** The account's secrets, made now if this is the first time anybody asks. */
export async function merchantSecrets(accountNumber: string, environment: Environment): Promise<MerchantSecrets> {
  const row = (await findMerchantKey(accountNumber, environment)) ?? (await makeKey(accountNumber, environment));
  const identity = identityOf(accountNumber, environment);
  return {
    hashKey: unseal(hashKeySeal, identity, row.sealedHashKey),
    signingSecret: unseal(signingSeal, identity, row.sealedSigningSecret),
  };
}

/** Lets the first to come make the keys, and reads what stands there after. */
async function makeKey(accountNumber: string, environment: Environment) {
  const [hashKey, signingSecret] = [randomSecret(), randomSecret()];
  await installSecrets(accountNumber, environment, { hashKey, signingSecret });
  const row = await findMerchantKey(accountNumber, environment);
  if (!row) throw new Error("A merchant's keys were made and are not there.");
  return row;
}

const randomSecret = () => randomBytes(secretBytes).toString("hex");

/** Keeps what is there. */
export async function installSecrets(
  accountNumber: string,
  environment: Environment,
  { hashKey, signingSecret }: MerchantSecrets,
): Promise<void> {
  const identity = identityOf(accountNumber, environment);
  await insertMerchantKey({
    accountNumber,
    environment,
    sealedHashKey: new Uint8Array(seal(hashKeySeal, identity, hashKey)),
    sealedSigningSecret: new Uint8Array(seal(signingSeal, identity, signingSecret)),
    createdAt: now(),
  });
}

const identityOf = (accountNumber: string, environment: Environment) => `${accountNumber} ${environment}`;
