import { db, query } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { Minor } from "@/lib/kit/money";
import type { Environment } from "@/lib/reference/platforms";
import type { Digest } from "./guard-store";

/** Stored cards, as far as sessions store and charge them. */

/** What is known of the card whose try was approved. */
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

/** What the next try of a session that stores a card is charged. */
export async function changeTotal(sessionId: string, total: Minor): Promise<void> {
  await db().checkoutSession.update({ where: { id: sessionId }, data: { total } });
}

/** The card that a session charges, or null where it was deleted. */
export function findChargedCard(uuid: string) {
  return db().trustedCard.findFirst({ where: { uuid, deletedAt: null } });
}

export type ChargedCard = NonNullable<Awaited<ReturnType<typeof findChargedCard>>>;

/** True where it is there, and then it stays until the transaction ends. */
export async function lockCardShared(uuid: string): Promise<boolean> {
  const rows = await query(
    "keep-card",
    "SELECT uuid FROM trusted_card WHERE uuid = $1::uuid AND deleted_at IS NULL FOR SHARE",
    [uuid],
  );
  return rows.length > 0;
}

type Counted = { accountNumber: string; environment: Environment };

/**
 * Cards of this number that are not verified yet: in live everybody's, in sandbox, where everybody has the same numbers,
 * the merchant's own. Tries that are under way count for whoever began them.
 */
export async function countUnverified(forms: Digest[], { accountNumber, environment }: Counted): Promise<number> {
  const own = { environment, ...(environment === "sandbox" && { accountNumber }) };
  const stored = await db().trustedCard.count({ where: { fingerprint: { in: forms }, ...own, closedAt: null } });
  const [row] = await query<{ tries: number }>(
    "count-open-creations",
    `SELECT count(*)::int AS tries FROM attempt a JOIN checkout_session s ON s.id = a.session_id
     WHERE a.card_fingerprint = ANY ($1::bytea[]) AND a.state IN ('sent', 'challenged', 'answering', 'unknown')
       AND s.purpose = 'card_create' AND s.environment = $2::environment AND s.account_number = $3`,
    [forms.map((form) => Buffer.from(form)), environment, accountNumber],
  );
  return stored + (row?.tries ?? 0);
}

/** Wrong amounts that a merchant gave for cards of this number. */
export async function countWrongAmounts(forms: Digest[], { accountNumber, environment }: Counted, since: Date) {
  const [row] = await query<{ failed: number }>(
    "count-wrong-amounts",
    `SELECT count(*)::int AS failed FROM trusted_card, unnest(failed_verifications) AS failed_at
     WHERE fingerprint = ANY ($1::bytea[]) AND environment = $2::environment AND account_number = $3 AND failed_at > $4::timestamptz`,
    [forms.map((form) => Buffer.from(form)), environment, accountNumber, since.toISOString()],
  );
  return row?.failed ?? 0;
}
