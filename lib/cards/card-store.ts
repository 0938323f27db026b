import { db, query } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { sql } from "@/lib/db/sql";
import type { Minor } from "@/lib/kit/money";
import type { Environment } from "@/lib/reference/platforms";
import type { Digest } from "./guard-store";

/** Queries with which checkout sessions store and charge cards. */

/** Returns the data of the card in the session's approved attempt. */
export async function findApproved(sessionId: string) {
  const session = await db().checkoutSession.findUniqueOrThrow({
    where: { id: sessionId },
    select: {
      accountNumber: true,
      environment: true,
      firstName: true,
      lastName: true,
      card: true,
      cardNetwork: true,
      attemptId: true,
    },
  });
  const { attemptId, card, cardNetwork, firstName, ...rest } = session;
  const attempt = await db().attempt.findUniqueOrThrow({ where: { id: attemptId ?? "" } });
  const { expiryMonth, expiryYear, cardFingerprint } = attempt;
  if (!card || !cardNetwork || !expiryMonth || !expiryYear) throw new Error("An approved card is not known.");
  return {
    ...rest,
    firstName: firstName ?? "",
    attemptId: attempt.id,
    cardNetwork,
    pan: card.replaceAll("X", "*"),
    expiryMonth,
    expiryYear,
    fingerprint: cardFingerprint,
  };
}

export function insertTrustedCard(data: Prisma.TrustedCardUncheckedCreateInput) {
  return db().trustedCard.create({ data });
}

/** Sets the micro-charge for the next attempt of a session that stores a card. */
export async function changeTotal(sessionId: string, total: Minor): Promise<void> {
  await db().checkoutSession.update({ where: { id: sessionId }, data: { total } });
}

/** Returns the stored card that a session charges, or null if the card was deleted. */
export function findChargedCard(uuid: string) {
  return db().trustedCard.findFirst({ where: { uuid, deletedAt: null } });
}

export type ChargedCard = NonNullable<Awaited<ReturnType<typeof findChargedCard>>>;

/** The id that links charges of a stored card to the charge that stored it, or null if the acquirer gave none. */
export async function findFirstChargeId({ attemptId }: Pick<ChargedCard, "attemptId">): Promise<string | null> {
  const attempt = await db().attempt.findUnique({ where: { id: attemptId }, select: { firstChargeId: true } });
  return attempt?.firstChargeId ?? null;
}

/** Protects the card from deletion until the transaction ends. Returns false if the card does not exist. */
export async function lockCardShared(uuid: string): Promise<boolean> {
  const rows = await query(sql`
    SELECT uuid FROM trusted_card WHERE uuid = ${uuid}::uuid AND deleted_at IS NULL FOR SHARE`);
  return rows.length > 0;
}

type Counted = { accountNumber: string; environment: Environment };

/**
 * Counts unverified cards with this number. In live the cards of all merchants count. In sandbox only the merchant's
 * own cards count, because all merchants use the same test numbers. Attempts in progress count only for their own
 * merchant.
 */
export async function countUnverified(forms: Digest[], { accountNumber, environment }: Counted): Promise<number> {
  const own = { environment, ...(environment === "sandbox" && { accountNumber }) };
  const stored = await db().trustedCard.count({ where: { fingerprint: { in: forms }, ...own, closedAt: null } });
  const [row] = await query<{ tries: number }>(sql`
    SELECT count(*)::int AS tries FROM attempt a JOIN checkout_session s ON s.id = a.session_id
    WHERE a.card_fingerprint = ANY (${forms}::bytea[])
      AND a.state IN ('sent', 'challenged', 'answering', 'unknown')
      AND s.purpose = 'card_create' AND s.environment = ${environment} AND s.account_number = ${accountNumber}`);
  return stored + (row?.tries ?? 0);
}

/** Counts the wrong micro-charge amounts that a merchant entered for cards with this number. */
export async function countWrongAmounts(forms: Digest[], { accountNumber, environment }: Counted, since: Date) {
  const [row] = await query<{ failed: number }>(sql`
    SELECT count(*)::int AS failed FROM trusted_card, unnest(failed_verifications) AS failed_at
    WHERE fingerprint = ANY (${forms}::bytea[]) AND environment = ${environment} AND account_number = ${accountNumber}
      AND failed_at > ${since}`);
  return row?.failed ?? 0;
}
