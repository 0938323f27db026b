import { query } from "@/lib/db/client";
import { literal, sql } from "@/lib/db/sql";
import type { Owner } from "@/lib/http/message/caller";
import type { CardNetwork } from "@/lib/reference/card-networks";

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
