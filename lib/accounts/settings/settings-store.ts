import { db, query } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { sql } from "@/lib/db/sql";

export function findSettings(accountNumber: string) {
  return db().account.findUniqueOrThrow({
    where: { accountNumber },
    select: { firstName: true, lastName: true, settings: true, picture: { select: { id: true } } },
  });
}

export type SettingsChange = Omit<Prisma.MerchantSettingsUncheckedCreateInput, "accountNumber">;

/** Settings that are not in `change` keep their values. */
export async function saveSettings(accountNumber: string, change: SettingsChange): Promise<void> {
  await db().merchantSettings.upsert({
    where: { accountNumber },
    create: { accountNumber, ...change },
    update: change,
  });
}

/**
 * Lets orders that were paid be paid again. Writes to the table of lib/checkout, because accounts cannot import
 * checkout: checkout imports accounts.
 */
export async function releasePaidOrders(accountNumber: string): Promise<void> {
  await query(sql`
    UPDATE checkout_session SET holds_order = false WHERE account_number = ${accountNumber} AND holds_order AND status = 'success'`);
}
