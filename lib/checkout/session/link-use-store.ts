import { query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";

/**
 * The uses of payment links. A trigger of the database counts the pieces of a session when it starts to pay, and takes
 * them back when the payment fails. A check keeps the uses within the limit, so parallel payers cannot exceed it.
 */
const usesCheck = "payment_link_uses_check";

/** True if PostgreSQL refused a use, because other payers have left too few pieces of the link. */
export function isLinkUsedUp(error: unknown): boolean {
  return error instanceof Error && "constraint" in error && error.constraint === usesCheck;
}

/** A deleted link counts as closed. */
export type LinkEnd = { closedAt: Date | null; expiresAt: Date | null; usesMax: number | null };

export async function readLinkEnd(linkId: string): Promise<LinkEnd | null> {
  const [end = null] = await query<LinkEnd>(sql`
    SELECT coalesce(closed_at, deleted_at) AS "closedAt", expires_at AS "expiresAt", uses_max AS "usesMax"
    FROM payment_link WHERE id = ${linkId}`);
  return end;
}

/** Counts the pieces of a link that were paid, without those of payments in progress. */
export async function countPaid(linkId: string): Promise<number> {
  const [row] = await query<{ count: number }>(sql`
    SELECT coalesce(sum(coalesce(quantity, 1)), 0)::int AS count
    FROM checkout_session WHERE payment_link_id = ${linkId} AND status = 'success'`);
  return row?.count ?? 0;
}
