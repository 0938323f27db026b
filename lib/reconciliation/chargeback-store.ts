import { slowQuery } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import type { Difference } from "./store";

/**
 * Compares chargebacks with their journals and with the rest of their payments. It checks all chargebacks and not only
 * recent ones: they are few, and may be decided months after they were opened.
 */
export function findChargebackDifferences(): Promise<Difference[]> {
  return slowQuery(sql`
    SELECT c.id AS subject, 'The journals of a chargeback are not those of its status.' AS problem
    FROM chargeback c LEFT JOIN LATERAL (
      SELECT array_agg(j.kind::text ORDER BY j.kind) AS kinds, array_agg(abs(l.amount) ORDER BY j.kind) AS amounts
      FROM ledger_journal j JOIN ledger_line l ON l.journal_id = j.id AND l.book = 'acquirer'
      WHERE j.subject = c.id) l ON true
    WHERE (l.kinds, l.amounts) IS DISTINCT FROM CASE c.status
      WHEN 'won' THEN (ARRAY['forced_debit', 'forced_debit_return'], ARRAY[c.amount, c.amount])
      ELSE (ARRAY['forced_debit'], ARRAY[c.amount]) END
    UNION ALL
    SELECT s.transaction_id, 'A chargeback took another amount than was left of its payment.'
    FROM chargeback c JOIN checkout_session s ON s.id = c.session_id
    WHERE c.status <> 'won' AND c.amount + s.refunded <> s.total + s.customer_fee
    ORDER BY 1`);
}

/** A charge with its transaction. `isRecorded`: the transaction has a chargeback. */
type Disputable = { attemptId: string; transactionId: string; isRecorded: boolean };

export async function findDisputable(attemptId: string): Promise<Disputable | undefined> {
  const [found] = await slowQuery<Disputable>(sql`
    SELECT a.id AS attempt_id, s.transaction_id, c.id IS NOT NULL AS is_recorded
    FROM attempt a JOIN checkout_session s ON s.id = a.session_id LEFT JOIN chargeback c ON c.session_id = s.id
    WHERE a.id = ${attemptId}`);
  return found;
}
