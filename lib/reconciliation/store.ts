import { db, slowQuery } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import type { AttemptPlace } from "@/lib/gateway/gateways";

/** A contradiction between two of our tables, or between ours and the gateway's records. */
export type Difference = {
  subject: string;
  problem: string;
  /** A charge or refund for which the gateway did not answer. The next run inquires again. */
  ask?: GatewayItem;
};
/** A range of ids. Ids sort by the time of their creation. `from` is inclusive, `before` is exclusive. */
export type IdRange = { from: string; before: string };

/** Compares sessions with the journals of their payments and micro-charges. */
export function findPaymentDifferences({ from, before }: IdRange): Promise<Difference[]> {
  return slowQuery(sql`
    SELECT s.transaction_id AS subject, CASE
        WHEN j.id IS NULL THEN 'A successful payment was not credited.'
        WHEN s.status IS DISTINCT FROM 'success' THEN 'A payment was credited that did not succeed.'
        ELSE 'A payment was credited with other amounts than its own.' END AS problem
    FROM checkout_session s
    LEFT JOIN ledger_journal j ON j.subject = s.transaction_id AND j.kind IN ('payment', 'micro_charge')
    LEFT JOIN LATERAL (
      SELECT coalesce(-sum(amount) FILTER (WHERE book = 'acquirer'), 0) AS debited,
             coalesce(sum(amount) FILTER (WHERE book = 'fees'), 0) AS fee
      FROM ledger_line WHERE journal_id = j.id) l ON true
    WHERE s.id >= ${from} AND s.id < ${before}
      AND (coalesce(s.status = 'success', false) <> (j.id IS NOT NULL)
        OR (j.id IS NOT NULL AND ((l.debited, l.fee) <> (s.total + s.customer_fee, s.customer_fee + s.merchant_fee)
          OR (j.kind = 'micro_charge') <> (s.purpose = 'card_create'))))
    ORDER BY 1`);
}

/**
 * Compares sessions with their attempts. A successful session has exactly one charge that is not voided; any other
 * session has none.
 */
export function findAttemptDifferences({ from, before }: IdRange): Promise<Difference[]> {
  return slowQuery(sql`
    SELECT s.transaction_id AS subject, 'A payment succeeded without an approved charge.' AS problem
    FROM checkout_session s LEFT JOIN attempt a ON a.id = s.attempt_id AND a.session_id = s.id
    WHERE s.id >= ${from} AND s.id < ${before} AND s.status = 'success'
      AND (a.state IS DISTINCT FROM 'approved'
        OR (s.purpose <> 'card_create' AND (a.void_at IS NOT NULL OR a.voided_at IS NOT NULL)))
    UNION ALL
    SELECT s.transaction_id, 'A charge was approved that pays for nothing, and is not being taken back.'
    FROM checkout_session s JOIN attempt a ON a.session_id = s.id
    WHERE s.id >= ${from} AND s.id < ${before} AND s.finalised_at IS NOT NULL
      AND a.state = 'approved' AND a.void_at IS NULL AND a.voided_at IS NULL
      AND (s.status <> 'success' OR s.attempt_id IS DISTINCT FROM a.id)
      AND NOT EXISTS (SELECT FROM platform_refund r WHERE r.attempt_id = a.id AND r.status <> 'rejected')
    ORDER BY 1`);
}

/** Charges whose void has been failing for more than a day. */
export function findLongVoids({ before }: Pick<IdRange, "before">): Promise<Difference[]> {
  return slowQuery(sql`
    SELECT id AS subject, 'A charge could not be taken back for a long time.' AS problem
    FROM attempt WHERE void_at IS NOT NULL AND id < ${before} AND void_tries > ${longVoidTries} ORDER BY 1`);
}

/** With the pauses between the attempts to void a charge, this many attempts take more than a day. */
const longVoidTries = 300;

/** Compares refunds with their journals and with the refunded sum of their session. */
export function findRefundDifferences({ from, before }: IdRange): Promise<Difference[]> {
  return slowQuery(sql`
    SELECT r.id AS subject, 'The journals of a refund are not those of its status.' AS problem
    FROM refund r JOIN checkout_session s ON s.id = r.session_id AND s.purpose <> 'card_create' LEFT JOIN LATERAL (
      SELECT array_agg(j.kind::text ORDER BY j.kind) AS kinds,
             max(l.amount) FILTER (WHERE j.kind = 'refund_hold') AS held
      FROM ledger_journal j JOIN ledger_line l ON l.journal_id = j.id AND l.book = 'held'
      WHERE j.subject = r.id) l ON true
    WHERE r.id >= ${from} AND r.id < ${before}
      AND (l.held IS DISTINCT FROM r.amount OR l.kinds IS DISTINCT FROM CASE r.status
        WHEN 'refunded' THEN ARRAY['refund_hold', 'refund_paid']
        WHEN 'rejected' THEN ARRAY['refund_hold', 'refund_release']
        ELSE ARRAY['refund_hold'] END)
    UNION ALL
    SELECT s.transaction_id, 'What was refunded of a payment is not the sum of its refunds.'
    FROM checkout_session s JOIN refund r ON r.session_id = s.id
    WHERE s.id IN (SELECT session_id FROM refund WHERE id >= ${from} AND id < ${before})
    GROUP BY s.id, s.transaction_id, s.refunded
    HAVING s.refunded <> coalesce(sum(r.amount) FILTER (WHERE r.status <> 'rejected'), 0)
    ORDER BY 1`);
}

export function findWithdrawalDifferences(since: Date, until: Date): Promise<Difference[]> {
  return slowQuery(sql`
    SELECT w.transaction_id AS subject, 'The journals of a withdrawal are not those of its status.' AS problem
    FROM withdrawal w LEFT JOIN LATERAL (
      SELECT array_agg(j.kind::text ORDER BY j.kind) AS kinds,
             max(l.amount) FILTER (WHERE j.kind = 'withdrawal_hold') AS held
      FROM ledger_journal j JOIN ledger_line l ON l.journal_id = j.id AND l.book = 'held'
      WHERE j.subject = w.transaction_id) l ON true
    WHERE w.updated_at >= ${since} AND w.updated_at < ${until}
      AND (l.held IS DISTINCT FROM w.amount OR l.kinds IS DISTINCT FROM CASE
        WHEN w.status = 2 THEN ARRAY['withdrawal_hold', 'withdrawal_paid']
        WHEN w.status IN (5, 6) THEN ARRAY['withdrawal_hold', 'withdrawal_release']
        ELSE ARRAY['withdrawal_hold'] END)
    ORDER BY 1`);
}

/** Compares journals with their subjects: each must exist and belong to the same balance. */
export function findJournalDifferences({ from, before }: IdRange): Promise<Difference[]> {
  return slowQuery(sql`
    SELECT j.id AS subject, CASE WHEN cause.account_number IS NULL THEN 'A journal was posted for nothing we know.'
        ELSE 'A journal was posted to another balance than that of its cause.' END AS problem
    FROM ledger_journal j LEFT JOIN LATERAL (
      SELECT account_number, environment, currency FROM checkout_session
      WHERE j.kind IN ('payment', 'micro_charge', 'micro_charge_return') AND transaction_id = j.subject
      UNION ALL
      SELECT s.account_number, s.environment, s.currency FROM refund r JOIN checkout_session s ON s.id = r.session_id
      WHERE j.kind IN ('refund_hold', 'refund_paid', 'refund_release') AND r.id = j.subject
      UNION ALL
      SELECT account_number, environment, currency FROM withdrawal
      WHERE j.kind IN ('withdrawal_hold', 'withdrawal_paid', 'withdrawal_release') AND transaction_id = j.subject
      UNION ALL
      SELECT s.account_number, s.environment, s.currency FROM chargeback c JOIN checkout_session s ON s.id = c.session_id
      WHERE j.kind IN ('forced_debit', 'forced_debit_return') AND c.id = j.subject
      UNION ALL
      SELECT s.account_number, s.environment, s.currency FROM attempt a JOIN checkout_session s ON s.id = a.session_id
      WHERE j.kind IN ('late_charge', 'late_charge_return') AND a.id = j.subject
    ) cause ON true
    WHERE j.id >= ${from} AND j.id < ${before}
      AND j.kind <> 'opening'
      AND (j.account_number, j.environment, j.currency)
        IS DISTINCT FROM (cause.account_number, cause.environment, cause.currency)
    ORDER BY 1`);
}

/** Compares held money with the open refunds and withdrawals. */
export function findHeldDifferences(): Promise<Difference[]> {
  return slowQuery(sql`
    WITH open AS (
      SELECT s.account_number, s.environment, s.currency, r.amount
      FROM refund r JOIN checkout_session s ON s.id = r.session_id
      WHERE r.ended_at IS NULL AND s.purpose <> 'card_create'
      UNION ALL
      SELECT account_number, environment, currency, amount FROM withdrawal WHERE status IN (0, 1, 3, 4)),
    wanted AS (SELECT account_number, environment, currency, sum(amount) AS held FROM open GROUP BY 1, 2, 3)
    SELECT concat_ws(' ', account_number, environment, currency) AS subject,
           'What is held is not what open refunds and withdrawals need.' AS problem
    FROM merchant_balance b FULL JOIN wanted w USING (account_number, environment, currency)
    WHERE coalesce(b.held, 0) <> coalesce(w.held, 0) ORDER BY 1`);
}

/** A charge or refund by its id at the gateway, and the state that the gateway should report. */
export type GatewayItem = AttemptPlace & {
  id: string;
  expected: "charged" | "taken back" | "refunded" | "not refunded";
};

/** Finds charges and refunds in the ledger whose journal was written in this range of time. */
export function findBookedItems({ from, before }: IdRange): Promise<GatewayItem[]> {
  return slowQuery(sql`
    SELECT a.id, a.environment, a.terminal_id, 'charged' AS expected
    FROM ledger_journal j JOIN checkout_session s ON s.transaction_id = j.subject JOIN attempt a ON a.id = s.attempt_id
    WHERE j.id >= ${from} AND j.id < ${before} AND j.kind = 'payment'
    UNION ALL
    SELECT r.id, a.environment, a.terminal_id,
           CASE j.kind WHEN 'refund_paid' THEN 'refunded' ELSE 'not refunded' END
    FROM ledger_journal j JOIN refund r ON r.id = j.subject JOIN attempt a ON a.id = r.attempt_id
    WHERE j.id >= ${from} AND j.id < ${before} AND j.kind IN ('refund_paid', 'refund_release')
    UNION ALL
    SELECT coalesce(r.id, a.id), a.environment, a.terminal_id,
           CASE WHEN r.id IS NULL THEN 'taken back' ELSE 'refunded' END
    FROM ledger_journal j JOIN checkout_session s ON s.transaction_id = j.subject JOIN attempt a ON a.id = s.attempt_id
    LEFT JOIN refund r ON r.session_id = s.id AND r.status = 'refunded'
    WHERE j.id >= ${from} AND j.id < ${before} AND j.kind = 'micro_charge_return'
    UNION ALL
    SELECT a.id, a.environment, a.terminal_id, 'charged'
    FROM ledger_journal j JOIN attempt a ON a.id = j.subject
    WHERE j.id >= ${from} AND j.id < ${before} AND j.kind = 'late_charge' AND a.voided_at IS NULL
    UNION ALL
    SELECT r.id, a.environment, a.terminal_id, 'refunded'
    FROM ledger_journal j JOIN platform_refund r ON r.attempt_id = j.subject AND r.status = 'refunded'
      JOIN attempt a ON a.id = j.subject
    WHERE j.id >= ${from} AND j.id < ${before} AND j.kind = 'late_charge_return'
    ORDER BY 1`);
}

/** Finds voided charges whose session began in this range of time. */
export function findVoidedItems({ from, before }: IdRange): Promise<GatewayItem[]> {
  return slowQuery(sql`
    SELECT a.id, a.environment, a.terminal_id, 'taken back' AS expected
    FROM checkout_session s JOIN attempt a ON a.session_id = s.id
    WHERE s.id >= ${from} AND s.id < ${before} AND a.voided_at IS NOT NULL ORDER BY 1`);
}

export type Report = {
  id: string;
  since: Date;
  until: Date;
  checked: number;
  differences: Difference[];
  createdAt: Date;
};

export async function insertReport(report: Report): Promise<void> {
  await db().reconciliation.create({ data: report });
}

export async function findLastReport(): Promise<Report | null> {
  const row = await db().reconciliation.findFirst({ orderBy: { until: "desc" } });
  return row && { ...row, differences: row.differences as Difference[] };
}

/** Lists reconciliation reports, newest first. */
export async function findReports(since: Date): Promise<Report[]> {
  const rows = await db().reconciliation.findMany({ where: { createdAt: { gte: since } }, orderBy: { until: "desc" } });
  return rows.map((row) => ({ ...row, differences: row.differences as Difference[] }));
}

/** The time of the first payment request, where the first reconciliation begins. */
export async function findBeginning(): Promise<Date | null> {
  const first = await db().checkoutSession.findFirst({ orderBy: { id: "asc" }, select: { acceptedAt: true } });
  return first?.acceptedAt ?? null;
}
