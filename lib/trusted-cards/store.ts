import { db, query } from "@/lib/db/client";
import { readPage } from "@/lib/db/read-page";
import { selecting, sql } from "@/lib/db/sql";
import type { PageWindow } from "@/lib/http/body/paging";
import type { Owner } from "@/lib/http/message/caller";
import type { Minor } from "@/lib/kit/money";
import { contactFields } from "@/lib/reference/customer-details";
import type { Environment } from "@/lib/reference/platforms";

const living = { deletedAt: null } as const;

export function findTrustedCard(owner: Owner, uuid: string) {
  return db().trustedCard.findFirst({ where: { uuid, ...owner, ...living } });
}

export type CardRow = NonNullable<Awaited<ReturnType<typeof findTrustedCard>>>;

export function findCards(owner: Owner, window: PageWindow) {
  const where = { ...owner, ...living };
  return readPage(window, db().trustedCard.count({ where }), (page) =>
    db().trustedCard.findMany({ where, orderBy: [{ createdAt: "desc" }, { uuid: "desc" }], ...page }),
  );
}

/** The stored cards of the payer with this email address, the newest first. */
export const findCardsOfPayer = (owner: Owner, email: string, limit: number) =>
  db().trustedCard.findMany({
    where: { ...owner, ...living, session: { email } },
    orderBy: { createdAt: "desc" },
    take: limit,
  });

/** Returns a stored card with the cardholder's contact data from the session that stored the card. */
export function findCardWithHolder(owner: Owner, uuid: string) {
  return db().trustedCard.findFirst({
    where: { uuid, ...owner, ...living },
    include: { session: { select: { email: true, ...selecting(contactFields) } } },
  });
}

export type LockedCard = {
  uuid: string;
  accountNumber: string;
  environment: Environment;
  sessionId: string;
  /** The attempt that stored the card. The card has the same id in the vault. */
  attemptId: string;
  fingerprint: Uint8Array<ArrayBuffer>;
  microCharge: Minor;
  failures: number;
  isVerified: boolean;
  isClosed: boolean;
  verifyBy: Date;
  /** The current time by the clock of the session that stored the card. */
  now: Date;
};

/** Locks the card until the transaction ends. Without `owner`, the card may belong to any merchant. */
export async function lockCard(uuid: string, owner?: Owner): Promise<LockedCard | null> {
  const [card] = await query<LockedCard>(sql`
    WITH locked AS MATERIALIZED (
      SELECT * FROM trusted_card WHERE uuid = ${uuid}::uuid AND deleted_at IS NULL
        AND (${owner?.accountNumber}::text IS NULL OR (account_number = ${owner?.accountNumber} AND environment = ${owner?.environment})) FOR UPDATE)
    SELECT c.uuid::text, c.account_number, c.environment, c.session_id,
           c.attempt_id, c.fingerprint, s.total AS micro_charge,
           cardinality(c.failed_verifications) AS failures, c.verified_at IS NOT NULL AS is_verified,
           c.closed_at IS NOT NULL AS is_closed, c.verify_by,
           session_time(s.clock_offset_ms, s.clock_stopped_at) AS now
    FROM locked c JOIN checkout_session s ON s.id = c.session_id`);
  return card ?? null;
}

export async function noteWrongAmount({ uuid, now }: LockedCard): Promise<void> {
  await db().trustedCard.update({ where: { uuid }, data: { failedVerifications: { push: now } } });
}

/** Marks the card as verified, deleted or closed. A card that was closed before keeps its first `closed_at`. */
export async function endCard({ uuid, now }: LockedCard, end: "verified" | "deleted" | "closed"): Promise<CardRow> {
  const moments = { verified: { verifiedAt: now }, deleted: { deletedAt: now }, closed: {} };
  await db().trustedCard.updateMany({ where: { uuid, closedAt: null }, data: { closedAt: now } });
  return db().trustedCard.update({ where: { uuid }, data: moments[end] });
}

/**
 * Finds cards that were not verified in time. Each sandbox card has its own clock, so the query checks all open sandbox
 * cards.
 */
export async function findUnverified(limit: number): Promise<string[]> {
  const rows = await query<{ uuid: string }>(sql`
    (SELECT uuid::text FROM trusted_card
     WHERE environment = 'live' AND closed_at IS NULL AND verify_by <= now() ORDER BY verify_by LIMIT ${limit})
    UNION ALL
    (SELECT c.uuid::text FROM trusted_card c JOIN checkout_session s ON s.id = c.session_id
     WHERE c.environment = 'sandbox' AND c.closed_at IS NULL
       AND c.verify_by <= session_time(s.clock_offset_ms, s.clock_stopped_at) LIMIT ${limit})
    LIMIT ${limit}`);
  return rows.map(({ uuid }) => uuid);
}

/** Finds the stored cards of deleted accounts. */
export async function findAbandoned(limit: number): Promise<string[]> {
  const rows = await db().trustedCard.findMany({
    where: { ...living, account: { deletedAt: { not: null } } },
    select: { uuid: true },
    take: limit,
  });
  return rows.map(({ uuid }) => uuid);
}

/**
 * Finds cards whose fingerprint was made with another secret, sorted by uuid. A fingerprint ends with the id of its
 * secret.
 */
export function findFingerprintsWithout(secretId: string, after: string, limit: number) {
  return query<{ uuid: string; attemptId: string; accountNumber: string; environment: Environment }>(sql`
    SELECT uuid::text, attempt_id, account_number, environment
    FROM trusted_card
    WHERE deleted_at IS NULL AND uuid > ${after}::uuid AND right(encode(fingerprint, 'hex'), 8) <> ${secretId}
    ORDER BY uuid LIMIT ${limit}`);
}

export async function replaceFingerprint(uuid: string, fingerprint: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const { count } = await db().trustedCard.updateMany({ where: { uuid, deletedAt: null }, data: { fingerprint } });
  return count === 1;
}
