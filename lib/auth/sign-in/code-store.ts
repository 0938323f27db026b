import { db, query } from "@/lib/db/client";

/* A member's second factor, as far as proving a code needs it. */

export function findSecondFactor(memberId: string) {
  return db().member.findUnique({
    where: { id: memberId },
    select: { id: true, sealedTotp: true, totpSince: true, recoveryDigests: true },
  });
}

export type SecondFactorRow = NonNullable<Awaited<ReturnType<typeof findSecondFactor>>>;

/** Takes a code once, and none of an earlier step afterwards. */
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
