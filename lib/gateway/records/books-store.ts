import { slowQuery } from "@/lib/db/client";
import { type Statement, sql } from "@/lib/db/sql";
import { firstUlidAt } from "@/lib/kit/ids";
import type { AcquirerBooks, BookedCharge, BookedRefund, KnownRefund } from "../operations";
import type { RecordTables } from "./tables";

/** The columns by which a gateway knows our charges and refunds. */
export type IdentifierColumns = {
  charge: Statement;
  /** The column's type, so that its index is used. */
  chargeType: Statement;
  /** The stored value of an identifier that a list has in lower case. Null if no charge can have it. */
  chargeOf(identifier: string): string | null;
  /** Null if the gateway knows refunds only by our id. */
  refund: Statement | null;
};

/** Our charges and refunds at an acquirer. */
export function createBooks(
  tables: RecordTables,
  { charge, chargeType, chargeOf, refund }: IdentifierColumns,
): AcquirerBooks {
  const { charges, refunds } = tables;
  return {
    findCharges: ({ terminalIds, from, before, settledBefore }) =>
      selectCharges(
        { charges, charge },
        sql`c.terminal_id = ANY(${terminalIds}) AND c.sale_sent_at >= ${from} AND c.sale_sent_at < ${before}`,
        settledBefore,
      ),

    async findCharge(identifier, settledBefore) {
      const where = sql`c.${charge} = ${chargeOf(identifier)}::${chargeType}`;
      const [found] = await selectCharges({ charges, charge }, where, settledBefore);
      return found;
    },

    findRefunds: ({ terminalIds, from, before, settledBefore }) =>
      selectRefunds(
        { charges, charge },
        sql`c.terminal_id = ANY(${terminalIds}) AND r.id >= ${firstUlidAt(from)} AND r.id < ${firstUlidAt(before)}`,
        settledBefore,
      ),

    findRefundsOf: ({ attemptId }, settledBefore) =>
      selectRefunds(
        { charges, charge },
        sql`r.attempt_id = ${attemptId} AND r.session_id = (SELECT session_id FROM attempt WHERE id = ${attemptId})`,
        settledBefore,
      ),

    async findKnownCharges(identifiers) {
      const stored = identifiers.flatMap((identifier) => chargeOf(identifier) ?? []);
      const rows = await slowQuery<{ identifier: string }>(sql`
        SELECT lower(${charge}::text) AS identifier FROM ${charges} WHERE ${charge} = ANY(${stored}::${chargeType}[])`);
      return rows.map(({ identifier }) => identifier);
    },

    findKnownRefunds: (refundIds, identifiers) =>
      slowQuery<KnownRefund>(
        refund
          ? sql`SELECT refund_id, lower(${refund}) AS identifier FROM ${refunds}
              WHERE refund_id = ANY(${refundIds}) OR lower(${refund}) = ANY(${identifiers})`
          : sql`SELECT refund_id, lower(refund_id) AS identifier FROM ${refunds} WHERE refund_id = ANY(${refundIds})`,
      ),
  };
}

type Place = { charges: Statement; charge: Statement };

/** The attempt decides about the state, because it says what we tell the merchant. */
function selectCharges({ charges, charge }: Place, where: Statement, settledBefore: Date): Promise<BookedCharge[]> {
  return slowQuery(sql`
    SELECT c.attempt_id, lower(c.${charge}::text) AS identifier, a.amount, a.currency, c.sale_sent_at AS at,
      CASE WHEN a.state IN ('sent', 'challenged', 'answering', 'unknown') OR a.void_at IS NOT NULL
          OR greatest(c.sale_sent_at, c.payment_sent_at, a.voided_at) > ${settledBefore} THEN 'open'
        WHEN a.voided_at IS NOT NULL THEN 'voided'
        WHEN a.state = 'approved' THEN 'approved' ELSE 'declined' END AS state,
      r.refunded, r.has_open_refund
    FROM ${charges} c JOIN attempt a ON a.id = c.attempt_id
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(amount) FILTER (WHERE status = 'refunded'), 0)::bigint AS refunded,
             coalesce(bool_or(ended_at IS NULL OR ended_at > ${settledBefore}), false) AS has_open_refund
      FROM (SELECT attempt_id, amount, status, ended_at FROM refund WHERE session_id = a.session_id
            UNION ALL
            SELECT attempt_id, amount, status, ended_at FROM platform_refund WHERE session_id = a.session_id) refunds
      WHERE attempt_id = a.id) r
    WHERE ${where} ORDER BY c.attempt_id`);
}

function selectRefunds({ charges, charge }: Place, where: Statement, settledBefore: Date): Promise<BookedRefund[]> {
  const columns = (table: Statement) => sql`
    SELECT r.id AS refund_id, r.attempt_id, lower(c.${charge}::text) AS sale_identifier, r.amount, c.currency,
      CASE WHEN r.ended_at IS NULL OR r.ended_at > ${settledBefore} THEN 'open'
        WHEN r.status = 'refunded' THEN 'approved' ELSE 'declined' END AS state, r.requested_at AS at
    FROM ${table} r JOIN ${charges} c ON c.attempt_id = r.attempt_id WHERE ${where}`;
  return slowQuery(sql`${columns(sql`refund`)} UNION ALL ${columns(sql`platform_refund`)} ORDER BY 1`);
}
