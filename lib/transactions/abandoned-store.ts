import { query } from "@/lib/db/client";
import type { Owner } from "@/lib/http/caller";
import { cardExpiredCode, cardGoneCode, orderBusyCode, orderPaidCode } from "@/lib/reference/response-codes";

/**
 * SQL: the session ended and the customer never pressed Pay. Pay leaves no attempt, but one of these codes, where the
 * stored card had been deleted or had expired, or where another session held the order.
 */
export const isAbandoned = `(status = 'failed' AND attempt_id IS NULL
  AND code NOT IN ('${cardGoneCode}', '${cardExpiredCode}')
  AND (last_code IS NULL OR last_code NOT IN ('${orderBusyCode}', '${orderPaidCode}')))`;

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
