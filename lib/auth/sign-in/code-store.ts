import { db, query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";

/* The second factor of a member, as far as checking a code needs it. */

export function findSecondFactor(memberId: string) {
  return db().member.findUnique({
    where: { id: memberId },
    select: { id: true, sealedTotp: true, totpSince: true, recoveryDigests: true },
  });
}

export type SecondFactorRow = NonNullable<Awaited<ReturnType<typeof findSecondFactor>>>;

/** Accepts the code of each time step once, and no code of an earlier step afterwards. */
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
