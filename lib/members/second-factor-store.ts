import { db, query } from "@/lib/db/client";

export function findSecondFactor(memberId: string) {
  return db().member.findUnique({
    where: { id: memberId },
    select: { id: true, sealedTotp: true, totpSince: true, recoveryDigests: true },
  });
}

export type SecondFactorRow = NonNullable<Awaited<ReturnType<typeof findSecondFactor>>>;

/** False where one is in force already. */
export async function setPendingSecret(memberId: string, sealedTotp: Buffer): Promise<boolean> {
  const { count } = await db().member.updateMany({
    where: { id: memberId, totpSince: null },
    data: { sealedTotp: new Uint8Array(sealedTotp) },
  });
  return count === 1;
}

/** False where another secret was begun with, or one is in force already. */
export async function enableSecret(
  { id, sealedTotp }: SecondFactorRow,
  fields: { totpSince: Date; totpStep: number; recoveryDigests: Uint8Array<ArrayBuffer>[] },
): Promise<boolean> {
  const { count } = await db().member.updateMany({
    where: { id, sealedTotp, totpSince: null },
    data: fields,
  });
  return count === 1;
}

export async function clearSecret(memberId: string): Promise<void> {
  await db().member.updateMany({
    where: { id: memberId },
    data: { sealedTotp: null, totpSince: null, totpStep: 0, recoveryDigests: [] },
  });
}

/** A code is taken once, and none before it afterwards. */
export async function takeStep(memberId: string, step: number): Promise<boolean> {
  const { count } = await db().member.updateMany({
    where: { id: memberId, totpSince: { not: null }, totpStep: { lt: step } },
    data: { totpStep: step },
  });
  return count === 1;
}

export async function takeRecoveryDigest(memberId: string, digest: Uint8Array): Promise<boolean> {
  const rows = await query(
    "take-recovery-digest",
    `UPDATE member SET recovery_digests = array_remove(recovery_digests, $2)
     WHERE id = $1 AND totp_since IS NOT NULL AND $2 = ANY (recovery_digests) RETURNING 1`,
    [memberId, digest],
  );
  return rows.length === 1;
}
