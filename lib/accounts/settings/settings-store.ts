import { db, query } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";

export function findSettings(accountNumber: string) {
  return db().account.findUniqueOrThrow({
    where: { accountNumber },
    select: { firstName: true, lastName: true, settings: true, picture: { select: { id: true } } },
  });
}

export type SettingsChange = Omit<Prisma.MerchantSettingsUncheckedCreateInput, "accountNumber">;

/** What is not named stays as it is. */
export async function saveSettings(accountNumber: string, change: SettingsChange): Promise<void> {
  await db().merchantSettings.upsert({
    where: { accountNumber },
    create: { accountNumber, ...change },
    update: change,
  });
}

/**
 * Orders that were paid may be paid again. A paid order is held by its session, so that this writes there: checkout reads the
 * account's settings, and accounts cannot call checkout in turn.
 */
export async function releasePaidOrders(accountNumber: string): Promise<void> {
  await query(
    "release-paid-orders",
    "UPDATE checkout_session SET holds_order = false WHERE account_number = $1 AND holds_order AND status = 'success'",
    [accountNumber],
  );
}
