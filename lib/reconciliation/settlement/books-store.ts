import { slowQuery } from "@/lib/db/client";
import { type Statement, sql } from "@/lib/db/sql";
import { firstUlidAt } from "@/lib/kit/ids";
import type { Minor } from "@/lib/kit/money";
import type { Currency } from "@/lib/reference/currencies";

/** Our charges and refunds at PowerTranz. An `open` one has no final outcome yet, or has got it only recently. */
export type BookedCharge = {
  attemptId: string;
  identifier: string;
  amount: Minor;
  currency: Currency;
  state: "approved" | "declined" | "voided" | "open";
  /** The sum of the successful refunds. */
  refunded: Minor;
  hasOpenRefund: boolean;
  at: Date;
};

export type BookedRefund = {
  refundId: string;
  attemptId: string;
  saleIdentifier: string;
  amount: Minor;
  currency: Currency;
  state: "approved" | "declined" | "open";
  at: Date;
};

/** Rows that changed after `settledBefore` are open. */
type Range = { terminalIds: readonly string[]; from: Date; before: Date; settledBefore: Date };

/** Finds charges by the time of their first call. */
export const findBookedCharges = ({ terminalIds, from, before, settledBefore }: Range): Promise<BookedCharge[]> =>
  selectCharges(
    sql`c.terminal_id = ANY(${terminalIds}) AND c.sale_sent_at >= ${from} AND c.sale_sent_at < ${before}`,
    settledBefore,
  );

export async function findBookedCharge(identifier: string, settledBefore: Date): Promise<BookedCharge | undefined> {
  const [charge] = await selectCharges(sql`c.transaction_identifier = ${identifier}::uuid`, settledBefore);
  return charge;
}

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

/** Finds refunds, platform refunds included, by the time of their request. */
export const findBookedRefunds = ({ terminalIds, from, before, settledBefore }: Range): Promise<BookedRefund[]> =>
  selectRefunds(
    sql`c.terminal_id = ANY(${terminalIds}) AND r.id >= ${firstUlidAt(from)} AND r.id < ${firstUlidAt(before)}`,
    settledBefore,
  );

export const findRefundsOf = ({ attemptId }: BookedCharge, settledBefore: Date): Promise<BookedRefund[]> =>
  selectRefunds(
    sql`r.attempt_id = ${attemptId} AND r.session_id = (SELECT session_id FROM attempt WHERE id = ${attemptId})`,
    settledBefore,
  );

function selectRefunds(where: Statement, settledBefore: Date): Promise<BookedRefund[]> {
  const columns = (table: Statement) => sql`
    SELECT r.id AS refund_id, r.attempt_id, c.transaction_identifier::text AS sale_identifier, r.amount, c.currency,
      CASE WHEN r.ended_at IS NULL OR r.ended_at > ${settledBefore} THEN 'open'
        WHEN r.status = 'refunded' THEN 'approved' ELSE 'declined' END AS state, r.requested_at AS at
    FROM ${table} r JOIN powertranz_charge c ON c.attempt_id = r.attempt_id WHERE ${where}`;
  return slowQuery(sql`${columns(sql`refund`)} UNION ALL ${columns(sql`platform_refund`)} ORDER BY 1`);
}

/** Finds charges of any age and terminal by the gateway's identifier. */
export function findKnownCharges(identifiers: readonly string[]): Promise<{ identifier: string }[]> {
  return slowQuery(sql`
    SELECT transaction_identifier::text AS identifier FROM powertranz_charge
    WHERE transaction_identifier = ANY(${identifiers}::uuid[])`);
}

export type KnownRefund = { refundId: string; identifier: string | null };

/** Finds refunds of any age by our id or the gateway's identifier. */
export function findKnownRefunds(refundIds: readonly string[], identifiers: readonly string[]): Promise<KnownRefund[]> {
  return slowQuery(sql`
    SELECT refund_id, lower(transaction_identifier) AS identifier FROM powertranz_refund
    WHERE refund_id = ANY(${refundIds}) OR lower(transaction_identifier) = ANY(${identifiers})`);
}
