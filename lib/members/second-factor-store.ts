import type { SecondFactorRow } from "@/lib/auth/sign-in/store";
import { db } from "@/lib/db/client";

/** Returns false if the member's second factor is already enabled. */
export async function setPendingSecret(memberId: string, sealedTotp: Buffer): Promise<boolean> {
  const { count } = await db().member.updateMany({
    where: { id: memberId, totpSince: null },
    data: { sealedTotp: new Uint8Array(sealedTotp) },
  });
  return count === 1;
}

/** Returns false if the pending secret was replaced in the meantime, or the second factor is already enabled. */
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
