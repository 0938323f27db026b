import { db, query } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
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

export async function insertTrustedCard(data: Prisma.TrustedCardUncheckedCreateInput): Promise<void> {
  await db().trustedCard.create({ data });
}

/** The card that a session charges, or null where it was deleted. */
export function findChargedCard(uuid: string) {
  return db().trustedCard.findFirst({ where: { uuid, deletedAt: null } });
}

export type ChargedCard = NonNullable<Awaited<ReturnType<typeof findChargedCard>>>;

/** True where it is there, and then it stays until the transaction ends. */
export async function keepCard(uuid: string): Promise<boolean> {
  const rows = await query(
    "keep-card",
    "SELECT uuid FROM trusted_card WHERE uuid = $1::uuid AND deleted_at IS NULL FOR SHARE",
    [uuid],
  );
  return rows.length > 0;
}

type Counted = { accountNumber: string; environment: Environment; since: Date };

/**
 * Cards of this number that are not verified yet, those whose try is under way among them, and wrong amounts that
 * were given for it. In sandbox, where everybody has the same numbers, others do not count.
 */
export async function countUnproven(fingerprint: Digest, { accountNumber, environment, since }: Counted) {
  const [row] = await query<{ unverified: number; failed: number }>(
    "count-unproven",
    `SELECT (SELECT count(*) FROM trusted_card WHERE fingerprint = $1 AND environment = $3::environment
               AND ($3::environment = 'live' OR account_number = $2) AND closed_at IS NULL)::int
          + (SELECT count(*) FROM attempt a JOIN checkout_session s ON s.id = a.session_id
             WHERE a.card_fingerprint = $1 AND s.purpose = 'card_create' AND s.environment = $3::environment
               AND ($3::environment = 'live' OR s.account_number = $2)
               AND a.state IN ('sent', 'challenged', 'answering', 'unknown'))::int AS unverified,
            (SELECT count(*) FROM trusted_card, unnest(failed_verifications) AS failed_at
             WHERE fingerprint = $1 AND environment = $3::environment AND account_number = $2
               AND failed_at > $4::timestamptz)::int AS failed`,
    [fingerprint, accountNumber, environment, since.toISOString()],
  );
  return { unverified: row?.unverified ?? 0, failed: row?.failed ?? 0 };
}
