import { slowQuery } from "@/lib/db/client";
import { type Statement, sql } from "@/lib/db/sql";
import { firstUlidAt } from "@/lib/kit/ids";
import type { AcquirerBooks, BookedCharge, BookedRefund, KnownRefund } from "../operations";

/** Our charges and refunds at PowerTranz. */
export const powertranzBooks: AcquirerBooks = {
  findCharges: ({ terminalIds, from, before, settledBefore }) =>
    selectCharges(
      sql`c.terminal_id = ANY(${terminalIds}) AND c.sale_sent_at >= ${from} AND c.sale_sent_at < ${before}`,
      settledBefore,
    ),

  async findCharge(identifier, settledBefore) {
    const [charge] = await selectCharges(sql`c.transaction_identifier = ${identifier}::uuid`, settledBefore);
    return charge;
  },

  findRefunds: ({ terminalIds, from, before, settledBefore }) =>
    selectRefunds(
      sql`c.terminal_id = ANY(${terminalIds}) AND r.id >= ${firstUlidAt(from)} AND r.id < ${firstUlidAt(before)}`,
      settledBefore,
    ),

  findRefundsOf: ({ attemptId }, settledBefore) =>
    selectRefunds(
      sql`r.attempt_id = ${attemptId} AND r.session_id = (SELECT session_id FROM attempt WHERE id = ${attemptId})`,
      settledBefore,
    ),

  async findKnownCharges(identifiers) {
    const rows = await slowQuery<{ identifier: string }>(sql`
      SELECT transaction_identifier::text AS identifier FROM powertranz_charge
      WHERE transaction_identifier = ANY(${identifiers.filter((id) => uuidPattern.test(id))}::uuid[])`);
    return rows.map(({ identifier }) => identifier);
  },

  findKnownRefunds: (refundIds, identifiers) =>
    slowQuery<KnownRefund>(sql`
      SELECT refund_id, lower(transaction_identifier) AS identifier FROM powertranz_refund
      WHERE refund_id = ANY(${refundIds}) OR lower(transaction_identifier) = ANY(${identifiers})`),
};

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The attempt decides about the state, because it says what we tell the merchant. */
function selectCharges(where: Statement, settledBefore: Date): Promise<BookedCharge[]> {
  return slowQuery(sql`
    SELECT c.attempt_id, c.transaction_identifier::text AS identifier, a.amount, a.currency, c.sale_sent_at AS at,
      CASE WHEN a.state IN ('sent', 'challenged', 'answering', 'unknown') OR a.void_at IS NOT NULL
          OR greatest(c.sale_sent_at, c.payment_sent_at, a.voided_at) > ${settledBefore} THEN 'open'
        WHEN a.voided_at IS NOT NULL THEN 'voided'
        WHEN a.state = 'approved' THEN 'approved' ELSE 'declined' END AS state,
      r.refunded, r.has_open_refund
    FROM powertranz_charge c JOIN attempt a ON a.id = c.attempt_id
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(amount) FILTER (WHERE status = 'refunded'), 0)::bigint AS refunded,
             coalesce(bool_or(ended_at IS NULL OR ended_at > ${settledBefore}), false) AS has_open_refund
      FROM (SELECT attempt_id, amount, status, ended_at FROM refund WHERE session_id = a.session_id
            UNION ALL
            SELECT attempt_id, amount, status, ended_at FROM platform_refund WHERE session_id = a.session_id) refunds
      WHERE attempt_id = a.id) r
    WHERE ${where} ORDER BY c.attempt_id`);
}

function selectRefunds(where: Statement, settledBefore: Date): Promise<BookedRefund[]> {
  const columns = (table: Statement) => sql`
    SELECT r.id AS refund_id, r.attempt_id, c.transaction_identifier::text AS sale_identifier, r.amount, c.currency,
      CASE WHEN r.ended_at IS NULL OR r.ended_at > ${settledBefore} THEN 'open'
        WHEN r.status = 'refunded' THEN 'approved' ELSE 'declined' END AS state, r.requested_at AS at
    FROM ${table} r JOIN powertranz_charge c ON c.attempt_id = r.attempt_id WHERE ${where}`;
  return slowQuery(sql`${columns(sql`refund`)} UNION ALL ${columns(sql`platform_refund`)} ORDER BY 1`);
}
