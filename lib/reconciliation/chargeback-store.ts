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
