import { query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";

/**
 * The uses of payment links. A trigger of the database counts a use when a session starts to pay, and takes it back when
 * the payment fails. A check keeps the uses within the limit, so parallel payers cannot exceed it.
 */
const usesCheck = "payment_link_uses_check";

/** True if PostgreSQL refused a use, because other payers have all uses of the link. */
export function isLinkUsedUp(error: unknown): boolean {
  return error instanceof Error && "constraint" in error && error.constraint === usesCheck;
}

/** `uses` includes payments in progress. `paid` does not. */
export type LinkUse = {
  closedAt: Date | null;
  expiresAt: Date | null;
  usesMax: number | null;
  uses: number;
  paid: number;
};

/** Reads how a link is used. A deleted link counts as closed. */
export async function readLinkUse(linkId: string): Promise<LinkUse | null> {
  const [use = null] = await query<LinkUse>(sql`
    SELECT coalesce(closed_at, deleted_at) AS "closedAt", expires_at AS "expiresAt", uses_max AS "usesMax", uses,
      (SELECT count(*)::int FROM checkout_session s WHERE s.payment_link_id = l.id AND s.status = 'success') AS paid
    FROM payment_link l WHERE id = ${linkId}`);
  return use;
}
