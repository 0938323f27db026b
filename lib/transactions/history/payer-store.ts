import { db, query } from "@/lib/db/client";
import { literal, sql } from "@/lib/db/sql";
import type { PageWindow } from "@/lib/http/body/paging";
import type { Owner } from "@/lib/http/message/caller";
import type { Minor } from "@/lib/kit/money";
import type { CardNetwork } from "@/lib/reference/card-networks";
import type { Currency } from "@/lib/reference/currencies";
import type { Purpose } from "@/lib/reference/purposes";

/** Payments of one payer are counted up to this number. */
export const payerPaymentsMax = 1000;

/** A payer as the search lists them. A payer is an email address (docs/decisions/040). */
export type FoundPayer = {
  email: string;
  /** The newest of the payer's payments that the search found. Its id names the payer in addresses. */
  transactionId: string;
  firstName: string | null;
  lastName: string | null;
  card: string | null;
  cardNetwork: CardNetwork | null;
  /** The number of paid payments, at most `payerPaymentsMax`, and when the newest was requested. */
  paid: number;
  paidAt: Date | null;
};

/** The payers of these payments, those with the newest payment first. */
export function findPayersOf({ accountNumber, environment }: Owner, ids: readonly string[], limit: number) {
  const isOwn = sql`account_number = ${accountNumber} AND environment = ${environment}`;
  return query<FoundPayer>(sql`
    SELECT payer.*, bought.paid, bought.paid_at
    FROM (
      SELECT DISTINCT ON (email) email, transaction_id, first_name, last_name, card, card_network, accepted_at
      FROM checkout_session WHERE ${isOwn} AND id = ANY (${ids}::text[]) AND email IS NOT NULL
      ORDER BY email, accepted_at DESC) payer,
    LATERAL (
      SELECT count(*)::int AS paid, max(accepted_at) AS paid_at FROM (
        SELECT accepted_at FROM checkout_session
        WHERE ${isOwn} AND email = payer.email AND status = 'success' AND purpose <> 'card_create'
        ORDER BY accepted_at DESC LIMIT ${literal(payerPaymentsMax)}) AS newest) bought
    ORDER BY payer.accepted_at DESC LIMIT ${limit}`);
}

const isOf = ({ accountNumber, environment }: Owner, email: string) =>
  sql`account_number = ${accountNumber} AND environment = ${environment} AND email = ${email}`;

/** A payer's page covers the newest `payerPaymentsMax` payments. */
const newestOf = (owner: Owner, email: string) => sql`
  WITH newest AS MATERIALIZED (
    SELECT * FROM checkout_session WHERE ${isOf(owner, email)}
    ORDER BY accepted_at DESC LIMIT ${literal(payerPaymentsMax)})`;

/** The details that the payer gave last. Null if the payment is not the owner's, or has no email address (any more). */
export async function findPayer(owner: Owner, transactionId: string) {
  const named = await db().checkoutSession.findFirst({ where: { ...owner, transactionId }, select: { email: true } });
  if (!named?.email) return null;
  const last = await db().checkoutSession.findFirst({
    where: { ...owner, email: named.email },
    orderBy: { acceptedAt: "desc" },
    select: { firstName: true, lastName: true, phone: true, country: true },
  });
  return last && { email: named.email, ...last };
}

export type PayerSum = {
  currency: Currency;
  payments: number;
  paid: Minor;
  refunds: number;
  refunded: Minor;
  lastPaid: string | null;
};

/**
 * What a payer paid and got back, by currency, without micro-charges. The currency of the newest payment comes first.
 */
export function sumPayer(owner: Owner, email: string): Promise<PayerSum[]> {
  return query<PayerSum>(sql`${newestOf(owner, email)}
    SELECT currency, count(*) FILTER (WHERE status = 'success')::int AS payments,
      coalesce(sum(total + customer_fee) FILTER (WHERE status = 'success'), 0)::bigint AS paid,
      coalesce(sum(returned.refunds), 0)::int AS refunds,
      coalesce(sum(returned.amount), 0)::bigint AS refunded,
      (array_agg(transaction_id ORDER BY accepted_at DESC) FILTER (WHERE status = 'success'))[1] AS last_paid
    FROM newest, LATERAL (
      SELECT count(*) AS refunds, sum(amount) AS amount FROM refund r
      WHERE r.session_id = newest.id AND r.status = 'refunded') returned
    WHERE purpose <> 'card_create' GROUP BY currency ORDER BY max(accepted_at) DESC`);
}

/** One thing that happened: an attempt to pay, a page that was left, or a refund. */
export type PayerEvent = {
  kind: "attempt" | "visit" | "refund";
  at: Date;
  transactionId: string;
  purpose: Purpose;
  currency: Currency;
  amount: Minor;
  /** A refund returned all that was paid. */
  isWhole: boolean;
  /** The state of the attempt, the result of the visit or the status of the refund. */
  state: string;
  code: string | null;
  isReturned: boolean;
  card: string | null;
  cardNetwork: CardNetwork | null;
  orderId: string;
  linkTitle: string | null;
  reference: string | null;
};

type PayerCounts = { payments: number; total: number; declined: number; left: number; since: Date };

/** A payer's events, newest first, and how many there are of each kind. */
export async function findPayerHistory(owner: Owner, email: string, { offset, limit }: PageWindow) {
  const events = sql`
    SELECT 'attempt' AS kind, a.id AS event_id, a.started_at AS at, s.id AS session_id, a.amount, false AS is_whole,
      a.state::text AS state, coalesce(a.code, s.code) AS code,
      a.void_at IS NOT NULL OR a.voided_at IS NOT NULL AS is_returned, a.card_last4 AS card, a.card_network
    FROM newest s JOIN attempt a ON a.session_id = s.id
    UNION ALL
    SELECT 'visit', id, coalesce(opened_at, accepted_at), id, total + customer_fee, false,
      coalesce(status::text, 'open'), coalesce(last_code, code), false, NULL, NULL
    FROM newest s WHERE NOT EXISTS (SELECT FROM attempt a WHERE a.session_id = s.id)
    UNION ALL
    SELECT 'refund', r.id, coalesce(r.ended_at, r.requested_at), s.id, r.amount, r.amount = s.total + s.customer_fee,
      r.status::text, NULL, false, right(s.card, 4), s.card_network
    FROM newest s JOIN refund r ON r.session_id = s.id`;
  const [counts] = await query<PayerCounts>(sql`${newestOf(owner, email)}
    SELECT count(*)::int AS total,
      count(*) FILTER (WHERE kind = 'attempt' AND state IN ('declined', 'refused'))::int AS declined,
      count(*) FILTER (WHERE kind = 'visit' AND state = 'failed')::int AS left,
      (SELECT min(accepted_at) FROM newest) AS since,
      (SELECT count(*)::int FROM newest) AS payments
    FROM (${events}) AS event`);
  const found = await query<PayerEvent>(sql`${newestOf(owner, email)}
    SELECT event.*, s.transaction_id, s.purpose, s.currency, s.order_id, s.reference,
      (SELECT title FROM payment_link WHERE id = s.payment_link_id) AS link_title
    FROM (${events}) AS event JOIN newest s ON s.id = event.session_id
    ORDER BY event.at DESC, event.event_id DESC OFFSET ${offset} LIMIT ${limit}`);
  return { counts, events: found };
}
