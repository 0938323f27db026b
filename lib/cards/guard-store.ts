import { query } from "@/lib/db/client";
import { literal, sql } from "@/lib/db/sql";
import type { Environment } from "@/lib/reference/platforms";
import { addressCode, unauthenticatedCode } from "@/lib/reference/response-codes";

/** The byte type that Prisma accepts for digests. */
export type Digest = Uint8Array<ArrayBuffer>;

const isUnsuccessful = sql`(a.state IN ('sent', 'challenged', 'answering', 'unknown', 'declined', 'dropped')
  OR (a.state = 'approved' AND a.code IN (${literal(addressCode)}, ${literal(unauthenticatedCode)})))`;

/**
 * Counts unsuccessful attempts. Attempts in progress count too, so that parallel attempts cannot bypass the card
 * testing guard. An approval counts as unsuccessful if it was voided because the address check or the payer's
 * authentication failed.
 */
export async function countFailedAttempts(
  cards: Digest[],
  addresses: Digest[],
  of: { sessionId: string; accountNumber: string; environment: Environment; since: Date },
) {
  const recent = sql`${isUnsuccessful} AND a.environment = ${of.environment} AND a.started_at >= ${of.since}`;
  const ofCard = sql`a.card_fingerprint = ANY (${cards}::bytea[])`;
  const ofAddress = sql`a.address_digest = ANY (${addresses}::bytea[])`;
  const [row] = await query<{ inSession: number; ofCard: number; ofAddress: number; ofAddressAtMerchant: number }>(sql`
    SELECT
      (SELECT count(*) FROM attempt a WHERE ${recent} AND a.session_id = ${of.sessionId} AND ${ofCard})::int AS in_session,
      (SELECT count(*) FROM attempt a WHERE ${recent} AND ${ofCard})::int AS of_card,
      (SELECT count(*) FROM attempt a WHERE ${recent} AND ${ofAddress})::int AS of_address,
      (SELECT count(*) FROM attempt a JOIN checkout_session s ON s.id = a.session_id
       WHERE ${recent} AND ${ofAddress} AND s.account_number = ${of.accountNumber})::int AS of_address_at_merchant`);
  if (!row) throw new Error("Attempts were not counted.");
  return row;
}

export async function isCardEnded(sessionId: string, cards: Digest[], codes: string[]): Promise<boolean> {
  const rows = await query(sql`
    SELECT FROM attempt WHERE session_id = ${sessionId} AND card_fingerprint = ANY (${cards}::bytea[])
      AND code = ANY (${codes}::text[]) LIMIT 1`);
  return rows.length > 0;
}

/**
 * Takes a lock for each digest, so that attempts with one card or from one address are counted one after the other. The
 * locks are taken in sorted order to avoid deadlocks.
 */
export async function lockForCounting(digests: Digest[]): Promise<void> {
  const keys = digests
    .map((digest) => Buffer.from(digest).readBigInt64BE(0))
    .sort((left, right) => (left < right ? -1 : 1));
  await query(sql`SELECT pg_advisory_xact_lock(key) FROM unnest(${keys}::bigint[]) AS key`);
}
