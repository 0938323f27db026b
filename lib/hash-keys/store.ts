import { db, query } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { sql } from "@/lib/db/sql";
import type { Owner } from "@/lib/http/message/caller";
import type { Environment } from "@/lib/reference/platforms";

export function findMerchantKey(accountNumber: string, environment: Environment) {
  return db().merchantKey.findUnique({
    where: { accountNumber_environment: { accountNumber, environment } },
    omit: {
      sealedHashKey: false,
      sealedSigningSecret: false,
      sealedNextHashKey: false,
      sealedNextSigningSecret: false,
      // Only the first steps of an account need it.
      resultVerifiedAt: true,
    },
  });
}

export type MerchantKeyRow = NonNullable<Awaited<ReturnType<typeof findMerchantKey>>>;

/** Locks a merchant's secrets until the transaction ends, so that concurrent changes run one after the other. */
export async function lockMerchantKey({ accountNumber, environment }: Owner): Promise<void> {
  await query(sql`
    SELECT FROM merchant_key WHERE account_number = ${accountNumber} AND environment = ${environment} FOR UPDATE`);
}

export async function updateMerchantKey(owner: Owner, data: Prisma.MerchantKeyUpdateInput): Promise<void> {
  await db().merchantKey.update({ where: { accountNumber_environment: owner }, data });
}

export async function insertMerchantKey(data: Prisma.MerchantKeyUncheckedCreateInput): Promise<void> {
  await db().merchantKey.createMany({ data: [data], skipDuplicates: true });
}

/** Records the first verified result. Later ones find the row taken and write nothing. */
export async function recordVerifiedResult(owner: Owner, at: Date): Promise<void> {
  await db().merchantKey.updateMany({ where: { ...owner, resultVerifiedAt: null }, data: { resultVerifiedAt: at } });
}

export async function hasVerifiedResult(owner: Owner): Promise<boolean> {
  return (await db().merchantKey.count({ where: { ...owner, resultVerifiedAt: { not: null } } })) > 0;
}
