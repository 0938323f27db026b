import { db, query } from "@/lib/db/client";
import type { AttemptState, Prisma } from "@/lib/db/generated/client";
import { sql } from "@/lib/db/sql";
import type { Environment } from "@/lib/reference/platforms";
import { addressCode, unauthenticatedCode } from "@/lib/reference/response-codes";

/** The byte type that Prisma accepts for digests. */
export type Digest = Uint8Array<ArrayBuffer>;

const triedInVain: AttemptState[] = ["sent", "challenged", "answering", "unknown", "declined", "dropped"];

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
  const recent: Prisma.AttemptWhereInput = {
    OR: [{ state: { in: triedInVain } }, { state: "approved", code: { in: [addressCode, unauthenticatedCode] } }],
    environment: of.environment,
    startedAt: { gte: of.since },
  };
  const { accountNumber } = of;
  const [cardFingerprint, addressDigest] = [{ in: cards }, { in: addresses }];
  const [inSession, ofCard, ofAddress, ofAddressAtMerchant] = await Promise.all([
    db().attempt.count({ where: { ...recent, sessionId: of.sessionId, cardFingerprint } }),
    db().attempt.count({ where: { ...recent, cardFingerprint } }),
    db().attempt.count({ where: { ...recent, addressDigest } }),
    db().attempt.count({ where: { ...recent, addressDigest, session: { accountNumber } } }),
  ]);
  return { inSession, ofCard, ofAddress, ofAddressAtMerchant };
}

export async function isCardEnded(sessionId: string, cards: Digest[], codes: string[]): Promise<boolean> {
  const count = await db().attempt.count({ where: { sessionId, cardFingerprint: { in: cards }, code: { in: codes } } });
  return count > 0;
}

/**
 * Takes a lock for each digest, so that attempts with one card or from one address are counted one after the other. The
 * locks are taken in sorted order to avoid deadlocks.
 */
export async function lockForCounting(digests: Digest[]): Promise<void> {
  const keys = digests
    .map((digest) => Buffer.from(digest).readBigInt64BE(0))
    .sort((left, right) => (left < right ? -1 : 1));
  for (const key of keys) await query(sql`SELECT pg_advisory_xact_lock(${key})`);
}
