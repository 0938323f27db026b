import { slowQuery } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import type { Difference, IdRange } from "./store";

/**
 * Compares stored cards of any age with the vault, their micro-charges and the ledger. It reports, for example, a card
 * number that can no longer be charged, or a micro-charge that was not returned.
 */
export function findCardDifferences({ before }: Pick<IdRange, "before">): Promise<Difference[]> {
  return slowQuery(sql`
    SELECT v.id AS subject, 'A card number is kept that nobody can charge.' AS problem
    FROM vault_card v
    WHERE v.id < ${before} AND v.wrapped_key IS NOT NULL
      AND NOT EXISTS (SELECT FROM trusted_card c WHERE c.attempt_id = v.id AND c.deleted_at IS NULL
                      AND (c.verified_at IS NOT NULL OR c.closed_at IS NULL))
      AND NOT EXISTS (SELECT FROM attempt a WHERE a.id = v.id
                      AND a.state IN ('sent', 'challenged', 'answering', 'unknown'))
    UNION ALL
    SELECT c.uuid::text, CASE
        WHEN v.id IS NULL AND c.deleted_at IS NULL AND (c.verified_at IS NOT NULL OR c.closed_at IS NULL)
          THEN 'A card that could be charged has no number.'
        WHEN c.closed_at IS NULL THEN 'The micro-charge of a card was returned before the card was closed.'
        WHEN a.void_at IS NULL AND j.id IS NULL AND NOT r.is_open
          THEN 'A micro-charge has served its purpose, and is not being returned.'
        ELSE 'A micro-charge was returned, and the ledger says otherwise, or the other way round.' END
    FROM trusted_card c
    JOIN attempt a ON a.id = c.attempt_id
    JOIN checkout_session s ON s.id = c.session_id
    LEFT JOIN vault_card v ON v.id = c.attempt_id AND v.wrapped_key IS NOT NULL
    LEFT JOIN ledger_journal j ON j.subject = s.transaction_id AND j.kind = 'micro_charge_return'
    LEFT JOIN LATERAL (
      SELECT coalesce(bool_or(ended_at IS NULL), false) AS is_open,
             coalesce(bool_or(status = 'refunded'), false) AS is_paid
      FROM refund WHERE session_id = s.id) r ON true
    WHERE c.attempt_id < ${before}
      AND ((v.id IS NULL AND c.deleted_at IS NULL AND (c.verified_at IS NOT NULL OR c.closed_at IS NULL))
        OR (c.closed_at IS NULL AND (a.void_at IS NOT NULL OR a.voided_at IS NOT NULL OR j.id IS NOT NULL))
        OR (c.closed_at IS NOT NULL AND a.void_at IS NULL AND j.id IS NULL AND NOT r.is_open)
        OR (j.id IS NOT NULL) <> (a.voided_at IS NOT NULL OR r.is_paid))
    UNION ALL
    SELECT s.transaction_id, 'A card was to be stored, and is not there.'
    FROM checkout_session s LEFT JOIN trusted_card c ON c.session_id = s.id
    WHERE s.id < ${before} AND s.purpose = 'card_create' AND s.status = 'success' AND c.uuid IS NULL
    ORDER BY 1`);
}
