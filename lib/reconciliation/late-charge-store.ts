import { slowQuery } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import type { Difference } from "./store";

/**
 * Compares late approvals that the platform refunds with their journals. It checks all late approvals and not only
 * recent ones: they are few, and a gateway may reject their refunds for days.
 */
export function findLateChargeDifferences(): Promise<Difference[]> {
  return slowQuery(sql`
    SELECT a.id AS subject, CASE WHEN r.refunded > 1 THEN 'A late approval was refunded more than once.'
        WHEN r.refunded = 1 AND a.voided_at IS NOT NULL THEN 'A late approval was both voided and refunded.'
        ELSE 'The journals of a late approval are not those of its refund.' END AS problem
    FROM (SELECT attempt_id, count(*) FILTER (WHERE status = 'refunded') AS refunded
          FROM platform_refund GROUP BY attempt_id) r
    JOIN attempt a ON a.id = r.attempt_id
    LEFT JOIN LATERAL (
      SELECT array_agg(j.kind::text ORDER BY j.kind) AS kinds, array_agg(abs(l.amount) ORDER BY j.kind) AS amounts
      FROM ledger_journal j JOIN ledger_line l ON l.journal_id = j.id AND l.book = 'late_approvals'
      WHERE j.subject = a.id AND j.kind IN ('late_charge', 'late_charge_return')) l ON true
    WHERE r.refunded > 1 OR (r.refunded = 1 AND a.voided_at IS NOT NULL) OR (l.kinds, l.amounts) IS DISTINCT FROM
      CASE WHEN r.refunded = 1 OR a.voided_at IS NOT NULL
        THEN (ARRAY['late_charge', 'late_charge_return'], ARRAY[a.amount, a.amount])
        ELSE (ARRAY['late_charge'], ARRAY[a.amount]) END
    ORDER BY 1`);
}
