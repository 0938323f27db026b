import { recordChange } from "@/lib/audit/record";
import { inTransaction } from "@/lib/db/client";
import type { Caller, Owner } from "@/lib/http/message/caller";
import { later, now, second } from "@/lib/kit/clock";
import { AppError } from "@/lib/kit/errors";
import { mailMerchant } from "@/lib/mail/mail-merchant";
import { isSandboxSeed } from "@/lib/reference/sandbox";
import { overlapSecondsDefault } from "./contract";
import { type KeyRing, keyRingOf, type MerchantSecrets, newSecrets, sealed } from "./merchant-keys";
import { lockMerchantKey, updateMerchantKey } from "./store";

/**
 * Lets members reveal and rotate a merchant's hash key and signing secret. Callers have already checked the password.
 */

/** The state of a rotation, without the secrets themselves. */
export async function describeSecrets(owner: Owner) {
  const { next, former } = await keyRingOf(owner);
  return { nextFrom: next?.from ?? null, hasFormer: former !== null, isPublic: isSandboxSeed(owner.accountNumber) };
}

export async function revealSecrets(caller: Caller, owner: Owner) {
  return inTransaction(async () => {
    const { current, next } = await keyRingOf(owner);
    await recordChange(caller, "hash_key.revealed", { subject: owner.environment });
    return { message: "OK" as const, data: { ...toRecord(current), ...(next && nextRecord(next)) } };
  });
}

/**
 * Starts a rotation. The current secrets stay in use until the overlap ends; then the new ones replace them. During the
 * overlap a shop can prepare to accept both. Rotating again during the overlap replaces the new secrets.
 */
export async function rotateSecrets(caller: Caller, owner: Owner, overlapSeconds = overlapSecondsDefault) {
  const from = later(overlapSeconds * second);
  const next = newSecrets();
  return changeRing(owner, async ({ current }) => {
    const coming = sealed(owner, next);
    await updateMerchantKey(owner, {
      ...sealed(owner, current),
      sealedNextHashKey: coming.sealedHashKey,
      sealedNextSigningSecret: coming.sealedSigningSecret,
      nextFrom: from,
    });
    await mailMerchant.hashKeyRotated(owner, from);
    const detail = { environment: owner.environment, from: from.toISOString() };
    await recordChange(caller, "hash_key.rotated", { subject: owner.environment, detail });
    return { message: "Created" as const, data: nextRecord({ ...next, from }) };
  });
}

/** Puts the new secrets into use without waiting for the end of the overlap. */
export function switchSecrets(caller: Caller, owner: Owner) {
  return changeRing(owner, async ({ next }) => {
    if (!next)
      throw new AppError("conflict", "There is no new hash key to switch to.", {
        refusal: { reason: "secret_not_next" },
      });
    await updateMerchantKey(owner, { nextFrom: now() });
    await recordChange(caller, "hash_key.switched", { subject: owner.environment });
    return { message: "OK" as const };
  });
}

/**
 * Locks the merchant's secrets, so that changes run one at a time. Refuses changes of the public sandbox, whose secrets
 * never change.
 */
async function changeRing<Result>(owner: Owner, change: (ring: KeyRing) => Promise<Result>): Promise<Result> {
  if (isSandboxSeed(owner.accountNumber)) {
    throw new AppError("conflict", "The public sandbox accounts keep their hash key.", {
      refusal: { reason: "public_account" },
    });
  }
  await keyRingOf(owner);
  return inTransaction(async () => {
    await lockMerchantKey(owner);
    return change(await keyRingOf(owner));
  });
}

const toRecord = ({ hashKey, signingSecret }: MerchantSecrets) => ({
  hash_key: hashKey,
  signing_secret: signingSecret,
});

const nextRecord = ({ hashKey, signingSecret, from }: MerchantSecrets & { from: Date }) => ({
  next_hash_key: hashKey,
  next_signing_secret: signingSecret,
  next_from: from.toISOString(),
});
