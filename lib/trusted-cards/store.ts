import { db, query } from "@/lib/db/client";
import type { PageWindow } from "@/lib/http/body/paging";
import type { Owner } from "@/lib/http/route/caller";
import type { Minor } from "@/lib/kit/money";
import type { Environment } from "@/lib/reference/platforms";

const living = { deletedAt: null } as const;

export function findTrustedCard(owner: Owner, uuid: string) {
  return db().trustedCard.findFirst({ where: { uuid, ...owner, ...living } });
}

export type CardRow = NonNullable<Awaited<ReturnType<typeof findTrustedCard>>>;

export async function findCards(owner: Owner, { offset, limit }: PageWindow) {
  const where = { ...owner, ...living };
  const total = await db().trustedCard.count({ where });
  // Prisma loses count of an offset over 2^32, and there is nothing to be found beyond the last one anyway.
  if (offset >= total) return { total, rows: [] };
  const orderBy = [{ createdAt: "desc" }, { uuid: "desc" }] as const;
  return { total, rows: await db().trustedCard.findMany({ where, orderBy: [...orderBy], skip: offset, take: limit }) };
}

/** With what its holder said when it was stored. */
export function findCardWithHolder(owner: Owner, uuid: string) {
  return db().trustedCard.findFirst({
    where: { uuid, ...owner, ...living },
    include: {
      session: {
        select: {
          email: true,
          address1: true,
          address2: true,
          city: true,
          region: true,
          zipcode: true,
          country: true,
          phone: true,
        },
      },
    },
  });
}

export type LockedCard = {
  uuid: string;
  accountNumber: string;
  environment: Environment;
  sessionId: string;
  /** Also what the vault knows its number by. */
  attemptId: string;
  fingerprint: Uint8Array<ArrayBuffer>;
  microCharge: Minor;
  failures: number;
  isVerified: boolean;
  isClosed: boolean;
  verifyBy: Date;
  /** By the clock of the session that stored it. */
  now: Date;
};

/** Locked until the transaction ends. Without an owner it is looked for whoever's it is. */
export async function lockCard(uuid: string, owner?: Owner): Promise<LockedCard | null> {
  const [row] = await query<LockedCard>(
    "lock-card",
    `WITH locked AS MATERIALIZED (
       SELECT * FROM trusted_card WHERE uuid = $1::uuid AND deleted_at IS NULL
         AND ($2::text IS NULL OR (account_number = $2 AND environment = $3::environment)) FOR UPDATE)
     SELECT c.uuid::text, c.account_number AS "accountNumber", c.environment::text, c.session_id AS "sessionId",
            c.attempt_id AS "attemptId", c.fingerprint, s.total AS "microCharge",
            cardinality(c.failed_verifications) AS failures, c.verified_at IS NOT NULL AS "isVerified",
            c.closed_at IS NOT NULL AS "isClosed", c.verify_by AS "verifyBy",
            session_time(s.clock_offset_ms, s.clock_stopped_at) AS now
     FROM locked c JOIN checkout_session s ON s.id = c.session_id`,
    [uuid, owner?.accountNumber ?? null, owner?.environment ?? null],
  );
  return row ? { ...row, microCharge: BigInt(row.microCharge), fingerprint: new Uint8Array(row.fingerprint) } : null;
}

export async function noteWrongAmount({ uuid, now }: LockedCard): Promise<void> {
  await db().trustedCard.update({ where: { uuid }, data: { failedVerifications: { push: now } } });
}

/** What is closed once stays so: its first moment counts. */
export async function endCard({ uuid, now }: LockedCard, end: "verified" | "deleted" | "closed"): Promise<CardRow> {
  const moments = { verified: { verifiedAt: now }, deleted: { deletedAt: now }, closed: {} };
  await db().trustedCard.updateMany({ where: { uuid, closedAt: null }, data: { closedAt: now } });
  return db().trustedCard.update({ where: { uuid }, data: moments[end] });
}

/** Cards that nobody verified in time. In sandbox each has a clock of its own, so that all that are open are looked at. */
export async function findUnverified(limit: number): Promise<string[]> {
  const rows = await query<{ uuid: string }>(
    "find-unverified",
    `(SELECT uuid::text FROM trusted_card
      WHERE environment = 'live' AND closed_at IS NULL AND verify_by <= now() ORDER BY verify_by LIMIT $1)
     UNION ALL
     (SELECT c.uuid::text FROM trusted_card c JOIN checkout_session s ON s.id = c.session_id
      WHERE c.environment = 'sandbox' AND c.closed_at IS NULL
        AND c.verify_by <= session_time(s.clock_offset_ms, s.clock_stopped_at) LIMIT $1)
     LIMIT $1`,
    [limit],
  );
  return rows.map(({ uuid }) => uuid);
}

/** Cards of merchants that are no more. */
export async function findAbandoned(limit: number): Promise<string[]> {
  const rows = await db().trustedCard.findMany({
    where: { ...living, account: { deletedAt: { not: null } } },
    select: { uuid: true },
    take: limit,
  });
  return rows.map(({ uuid }) => uuid);
}

/** Living cards whose fingerprint does not end with the id of a secret, by ascending uuid. */
export function findFingerprintsWithout(secretId: string, after: string, limit: number) {
  return query<{ uuid: string; attemptId: string; accountNumber: string; environment: Environment }>(
    "find-old-fingerprints",
    `SELECT uuid::text, attempt_id AS "attemptId", account_number AS "accountNumber", environment::text AS environment
     FROM trusted_card
     WHERE deleted_at IS NULL AND uuid > $1::uuid AND right(encode(fingerprint, 'hex'), 8) <> $2
     ORDER BY uuid LIMIT $3`,
    [after, secretId, limit],
  );
}

export async function replaceFingerprint(uuid: string, fingerprint: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const { count } = await db().trustedCard.updateMany({ where: { uuid, deletedAt: null }, data: { fingerprint } });
  return count === 1;
}
