import { now } from "@/lib/kit/clock";
import { isSame, storedDigest, storedDigests, unseal } from "@/lib/kit/secrets/crypto";
import type { SealedColumn } from "@/lib/kit/secrets/sealed-column";
import { type Login, recordFailure } from "./record-failure";
import { claimAttempt, recordCorrectAttempt, unlockSignIn } from "./sign-in-attempts";
import { findSecondFactor, type SecondFactorRow, takeRecoveryDigest, takeStep } from "./store";
import { stepOfCode } from "./totp";

export const sealedAs = "second factor";
export const secondFactorSealedColumns: readonly SealedColumn[] = [
  { table: "member", column: "sealed_totp", key: ["id"], purpose: sealedAs },
];
export const recoveryPurpose = "recovery code";

export async function hasSecondFactor(memberId: string): Promise<boolean> {
  return Boolean((await findSecondFactor(memberId))?.totpSince);
}

/**
 * Accepts a code of the authenticator app or a recovery code. Each code works once. Wrong codes and wrong passwords are
 * counted separately, so that a correct password does not reset the count of wrong codes.
 */
export async function proveCode(login: Login, code: string, clientAddress: string): Promise<boolean> {
  const counter = counterOf(login.memberId);
  const failures = await claimAttempt(counter, clientAddress);
  if (failures === null) return false;
  const row = await findSecondFactor(login.memberId);
  if (row?.totpSince && (await takeCode(row, normalCode(code)))) {
    await recordCorrectAttempt(counter, clientAddress);
    return true;
  }
  recordFailure("second_factor.failed", login, { outcome: "wrong code", address: clientAddress, failures });
  return false;
}

export const unlockCodes = (memberId: string): Promise<void> => unlockSignIn(counterOf(memberId));

const counterOf = (memberId: string): string => `second factor ${memberId}`;

async function takeCode(row: SecondFactorRow, code: string): Promise<boolean> {
  const step = stepOfCode(secretOf(row), code, now());
  if (step !== null) return takeStep(row.id, step);
  const digests = storedDigests(recoveryPurpose, row.id, code);
  const recovery = row.recoveryDigests.find((known) => digests.some((digest) => isSame(known, digest)));
  return recovery !== undefined && takeRecoveryDigest(row.id, recovery);
}

export const secretOf = ({ id, sealedTotp }: SecondFactorRow): Buffer =>
  Buffer.from(sealedTotp ? unseal(sealedAs, id, sealedTotp) : "", "hex");

/** Removes the spaces and dashes that apps and people put into codes. */
export const normalCode = (code: string): string => code.replace(/[\s-]/g, "").toUpperCase();

export const recoveryDigestOf = (memberId: string, code: string): Uint8Array<ArrayBuffer> =>
  storedDigest(recoveryPurpose, memberId, normalCode(code));
