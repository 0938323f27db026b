import { db, query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import type { Minor } from "@/lib/kit/money";
import type { Environment } from "@/lib/reference/platforms";

export type PendingCase = {
  kind: "attempt" | "void" | "refund" | "platform_refund";
  /** The id of the attempt or refund. */
  subject: string;
  transactionId: string;
  accountNumber: string;
  currency: string;
  amount: Minor;
  since: Date;
  tries: number;
  /** The refund was sent to the gateway. */
  isSent: boolean;
  nextAt: Date | null;
  /** Of the terminal. Both are null for an attempt of an earlier release. */
  acquirer: string | null;
  merchantId: string | null;
};

/** A call that is younger than this is in progress. It is not an open case yet. */
const inProgress = sql`interval '2 minutes'`;

/** Live attempts, voids and refunds of all merchants whose outcome at the gateway is open, oldest first. */
export function findPendingCases(limit: number): Promise<PendingCase[]> {
  return query<PendingCase>(sql`
    SELECT o.kind, o.id AS subject, s.transaction_id, s.account_number, s.currency, o.amount, o.since, o.tries,
           o.is_sent, o.next_at, t.acquirer, t.merchant_id
    FROM (
      SELECT 'attempt' AS kind, id, id AS attempt_id, session_id, amount, called_at AS since,
             inquiries AS tries, true AS is_sent, inquire_at AS next_at
      FROM attempt WHERE state IN ('sent', 'challenged', 'answering', 'unknown') AND environment = 'live'
        AND (state = 'unknown' OR (state <> 'challenged' AND called_at < now() - ${inProgress}))
      UNION ALL
      SELECT 'void', id, id, session_id, amount, called_at, void_tries, true, void_at
      FROM attempt WHERE void_at IS NOT NULL AND environment = 'live'
      UNION ALL
      SELECT 'refund', id, attempt_id, session_id, amount, requested_at, inquiries, status = 'sent', due_at
      FROM refund WHERE due_at IS NOT NULL
      UNION ALL
      SELECT 'platform_refund', id, attempt_id, session_id, amount, requested_at, inquiries, status = 'sent', due_at
      FROM platform_refund WHERE due_at IS NOT NULL) o
    JOIN checkout_session s ON s.id = o.session_id
    JOIN attempt a ON a.id = o.attempt_id
    LEFT JOIN terminal t ON t.id = a.terminal_id
    WHERE s.environment = 'live' ORDER BY o.since LIMIT ${limit}`);
}

export type KnownSubject = {
  subject: string;
  transactionId: string;
  accountNumber: string;
  environment: Environment;
  currency: string;
  amount: Minor;
};

/** Finds the transactions that the subjects of differences belong to. Subjects of other kinds are left out. */
export function findSubjects(subjects: readonly string[]): Promise<KnownSubject[]> {
  return query<KnownSubject>(sql`
    SELECT transaction_id AS subject, transaction_id, account_number, environment, currency,
           total + customer_fee AS amount
    FROM checkout_session WHERE transaction_id = ANY(${subjects})
    UNION ALL
    SELECT a.id, s.transaction_id, s.account_number, s.environment, s.currency, a.amount
    FROM attempt a JOIN checkout_session s ON s.id = a.session_id WHERE a.id = ANY(${subjects})
    UNION ALL
    SELECT r.id, s.transaction_id, s.account_number, s.environment, s.currency, r.amount
    FROM refund r JOIN checkout_session s ON s.id = r.session_id WHERE r.id = ANY(${subjects})
    UNION ALL
    SELECT r.id, s.transaction_id, s.account_number, s.environment, s.currency, r.amount
    FROM platform_refund r JOIN checkout_session s ON s.id = r.session_id WHERE r.id = ANY(${subjects})
    UNION ALL
    SELECT c.id, s.transaction_id, s.account_number, s.environment, s.currency, c.amount
    FROM chargeback c JOIN checkout_session s ON s.id = c.session_id WHERE c.id = ANY(${subjects})
    UNION ALL
    SELECT transaction_id, transaction_id, account_number, environment, currency, amount
    FROM withdrawal WHERE transaction_id = ANY(${subjects})`);
}

/** When the worker runs a job next. Null if it has never run. */
export async function findNextRun(job: string): Promise<Date | null> {
  return (await db().exclusiveJob.findUnique({ where: { name: job } }))?.dueAt ?? null;
}
