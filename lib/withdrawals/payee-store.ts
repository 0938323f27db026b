import { tailOf } from "@/lib/bank-accounts/rules";
import { db, query } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { literal, sql } from "@/lib/db/sql";
import type { Owner } from "@/lib/http/message/caller";
import type { Platform } from "@/lib/reference/platforms";
import { completed } from "./status";

/**
 * The payee of a withdrawal. For a bank account, `name` is the bank and `number` is the account number. For an identity
 * document, `name` is its type and `number` is its number.
 */
export type Payee = { kind: "bank" | "person"; platform: Platform; name: string; number: string };

export async function findPaidWithDigest(owner: Owner, digests: readonly Uint8Array[]): Promise<boolean> {
  const rows = await query(sql`
    SELECT 1 FROM withdrawal
    WHERE account_number = ${owner.accountNumber} AND environment = ${owner.environment} AND payee_digest = ANY (${digests}::bytea[])
      AND (status = ${literal(completed)} OR confirmed_at IS NOT NULL) LIMIT 1`);
  return rows.length > 0;
}

/** The most withdrawals whose sealed numbers are compared. Few rows have the same last four digits. */
const comparedMax = 200;

/**
 * Finds completed withdrawals without a payee digest, from before digests were stored, that may have gone to the payee.
 * Includes their sealed numbers.
 */
export function findPaidWithoutDigest(owner: Owner, { kind, platform, name, number }: Payee) {
  const tail = tailOf(number);
  const alike: Prisma.WithdrawalWhereInput =
    kind === "bank"
      ? { bankName: name, bankAccountLast4: tail }
      : { type: "sub_unbanked", idType: name, idNumberLast4: tail };
  return db().withdrawal.findMany({
    where: { ...owner, ...alike, platform, status: completed, payeeDigest: null },
    orderBy: { createdAt: "desc" },
    take: comparedMax,
    omit: { sealedBankAccount: false, sealedIdNumber: false },
  });
}

export type SealedRow = Awaited<ReturnType<typeof findPaidWithoutDigest>>[number];

export async function setPayeeDigest(transactionId: string, payeeDigest: Uint8Array<ArrayBuffer>): Promise<void> {
  await db().withdrawal.updateMany({ where: { transactionId }, data: { payeeDigest } });
}
