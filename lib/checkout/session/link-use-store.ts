import { query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";

/**
 * The uses of payment links. A trigger of the database counts a use when a session starts to pay, and takes it back
 * when the payment fails. A check keeps the uses within the limit, so parallel payers cannot exceed it.
 */
const usesCheck = "payment_link_uses_check";

/** True if PostgreSQL refused a use, because other payers have all uses of the link. */
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

/** Counts the payments that were made with a link, without those in progress. */
export async function countPaid(linkId: string): Promise<number> {
  const [row] = await query<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM checkout_session WHERE payment_link_id = ${linkId} AND status = 'success'`);
  return row?.count ?? 0;
}
