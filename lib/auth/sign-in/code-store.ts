import { db, query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";

/* Queries for checking a code of a member's second factor. */

export function findSecondFactor(memberId: string) {
  return db().member.findUnique({
    where: { id: memberId },
    select: { id: true, sealedTotp: true, totpSince: true, recoveryDigests: true },
  });
}

export type SecondFactorRow = NonNullable<Awaited<ReturnType<typeof findSecondFactor>>>;

/** Marks the time step of a code as used. Returns false if this step or a later one was used before. */
export async function takeStep(memberId: string, step: number): Promise<boolean> {
  const { count } = await db().member.updateMany({
    where: { id: memberId, totpSince: { not: null }, totpStep: { lt: step } },
    data: { totpStep: step },
  });
  return count === 1;
}

export async function takeRecoveryDigest(memberId: string, digest: Uint8Array): Promise<boolean> {
  const rows = await query(sql`
    UPDATE member SET recovery_digests = array_remove(recovery_digests, ${digest})
    WHERE id = ${memberId} AND totp_since IS NOT NULL AND ${digest} = ANY (recovery_digests) RETURNING 1`);
  return rows.length === 1;
}
