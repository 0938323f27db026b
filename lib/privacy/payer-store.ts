import { db, slowQuery } from "@/lib/db/client";
import type { CheckoutSession } from "@/lib/db/generated/client";
import { literal, type Statement, sql } from "@/lib/db/sql";

/** Queries that find a payer by email, in lower case, over all merchants. They scan, so only an operator runs them. */

/**
 * A payment is open while its outcome, a refund or a chargeback is pending. The payer's data is still needed then: for
 * the receipt, the notice of the refund, or as evidence.
 */
export const isOpenPayment: Statement = sql`(s.state <> 'finalised'
  OR EXISTS (SELECT FROM refund r WHERE r.session_id = s.id AND r.ended_at IS NULL)
  OR EXISTS (SELECT FROM chargeback c WHERE c.session_id = s.id AND c.status = 'open'))`;

export type PayerSession = Pick<CheckoutSession, "id" | "transactionId" | "accountNumber" | "environment"> & {
  isOpen: boolean;
};

export const findPayerSessions = (email: string): Promise<PayerSession[]> =>
  slowQuery(sql`
    SELECT s.id, s.transaction_id, s.account_number, s.environment, ${isOpenPayment} AS is_open
    FROM checkout_session s WHERE lower(s.email) = ${email} ORDER BY s.account_number, s.id`);

/** Stored cards that are not deleted. */
export async function findPayerCards(email: string): Promise<string[]> {
  const rows = await slowQuery<{ uuid: string }>(sql`
    SELECT c.uuid::text FROM trusted_card c JOIN checkout_session s ON s.id = c.session_id
    WHERE lower(s.email) = ${email} AND c.deleted_at IS NULL ORDER BY c.uuid`);
  return rows.map(({ uuid }) => uuid);
}

const payerMails = sql`kind IN (${literal("receipt")}, ${literal("refund")}, ${literal("card_stored")})`;

export const findPayerMails = (email: string): Promise<{ id: string }[]> =>
  slowQuery(sql`SELECT id FROM mail WHERE lower(recipient) = ${email} AND ${payerMails} ORDER BY id`);

/** Events with this address. The session of an event may have another address since, because the payer corrected it. */
export const findPayerEvents = (email: string): Promise<{ id: string; subject: string }[]> =>
  slowQuery(sql`SELECT id, subject FROM webhook_event WHERE lower(data ->> 'customer_email') = ${email} ORDER BY id`);

/** Logged requests that name the address in their path or error message, plain or as part of a URL. */
export const findPayerRequests = (email: string): Promise<{ id: bigint }[]> =>
  slowQuery(sql`
    SELECT id FROM request_log
    WHERE lower(path || ' ' || coalesce(message, '')) LIKE ANY (ARRAY[${contains(email)}, ${contains(encodeURIComponent(email).toLowerCase())}])
    ORDER BY id`);

const contains = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** Where else the address occurs. None of it belongs to a payer, so it is neither exported nor erased. */
export async function findOtherUses(email: string): Promise<{ accounts: string[]; members: number; payees: number }> {
  const [accounts, members, payees] = await Promise.all([
    db().account.findMany({ where: { email }, select: { accountNumber: true } }),
    db().member.count({ where: { email } }),
    slowQuery<{ count: number }>(sql`SELECT count(*)::int AS count FROM withdrawal WHERE lower(email) = ${email}`),
  ]);
  return { accounts: accounts.map(({ accountNumber }) => accountNumber), members, payees: payees[0]?.count ?? 0 };
}
