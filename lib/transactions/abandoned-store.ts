import { query } from "@/lib/db/client";
import type { Owner } from "@/lib/http/caller";
import { cardExpiredCode, cardGoneCode } from "@/lib/reference/response-codes";

/**
 * SQL: the session ended without an attempt to pay. Without an attempt, these two codes mean that the customer
 * pressed Pay and the stored card had been deleted, or had expired.
 */
export const isAbandoned = `(status = 'failed' AND attempt_id IS NULL AND code NOT IN ('${cardGoneCode}', '${cardExpiredCode}'))`;

export async function findAbandonedAmong(
  { accountNumber, environment }: Owner,
  transactionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (transactionIds.length === 0) return new Set();
  const rows = await query<{ transaction_id: string }>(
    "find-abandoned-among",
    `SELECT transaction_id FROM checkout_session
     WHERE transaction_id = ANY ($3::text[]) AND account_number = $1 AND environment = $2::environment AND ${isAbandoned}`,
    [accountNumber, environment, transactionIds],
  );
  return new Set(rows.map(({ transaction_id }) => transaction_id));
}
