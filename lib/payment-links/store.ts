import { merchantViewColumns } from "@/lib/checkout/page/merchant-view";
import { db, query } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { readPage } from "@/lib/db/read-page";
import { sql } from "@/lib/db/sql";
import type { PageWindow } from "@/lib/http/body/paging";
import type { Owner } from "@/lib/http/message/caller";
import type { Minor } from "@/lib/kit/money";

const ofOwner = ({ accountNumber, environment }: Owner) => ({ accountNumber, environment, deletedAt: null });
const withPicture = { picture: { select: { id: true } } } as const;

export function findLink(owner: Owner, id: string) {
  return db().paymentLink.findFirst({ where: { ...ofOwner(owner), id }, include: withPicture });
}

export type LinkRow = NonNullable<Awaited<ReturnType<typeof findLink>>>;

/**
 * Finds a link by its public address, with what payers see of its merchant. Links of deleted accounts are not found.
 */
export function findLinkBySlug(slug: string) {
  return db().paymentLink.findFirst({
    where: { slug, deletedAt: null, account: { deletedAt: null } },
    include: { ...withPicture, account: { select: merchantViewColumns } },
  });
}

export type PublicLinkRow = NonNullable<Awaited<ReturnType<typeof findLinkBySlug>>>;

/** A link that is not deleted, whether or not it can be paid. */
export const findAnyLink = (owner: Owner) =>
  db().paymentLink.findFirst({ where: ofOwner(owner), select: { id: true } });

export function findLinks(owner: Owner, window: PageWindow) {
  const where = ofOwner(owner);
  return readPage(window, db().paymentLink.count({ where }), (page) =>
    db().paymentLink.findMany({ where, include: withPicture, orderBy: { id: "desc" }, ...page }),
  );
}

/** The newest links, and the link with the id `chosen` even if it is deleted: what a filter offers. */
export function findLinkTitles({ accountNumber, environment }: Owner, chosen: string | null, limit: number) {
  const isOwn = sql`account_number = ${accountNumber} AND environment = ${environment}::environment`;
  return query<{ id: string; title: string }>(sql`
    (SELECT id, title FROM payment_link WHERE ${isOwn} AND deleted_at IS NULL ORDER BY id DESC LIMIT ${limit})
    UNION SELECT id, title FROM payment_link WHERE ${isOwn} AND id = ${chosen}
    ORDER BY id DESC`);
}

type LinkSearch = { texts: readonly string[]; amounts: readonly Minor[] };

/** The newest links whose title contains one of the texts, or that have one of the addresses or prices. */
export async function findLinksBy(owner: Owner, { texts, amounts }: LinkSearch, limit: number): Promise<LinkRow[]> {
  const found = await query<{ id: string }>(sql`
    SELECT id FROM payment_link
    WHERE account_number = ${owner.accountNumber} AND environment = ${owner.environment} AND deleted_at IS NULL
      AND (amount = ANY (${amounts}::bigint[]) OR slug = ANY (${texts}::text[])
        OR EXISTS (SELECT FROM unnest(${texts}::text[]) AS part WHERE strpos(lower(title), lower(part)) > 0))
    ORDER BY id DESC LIMIT ${limit}`);
  return db().paymentLink.findMany({
    where: { id: { in: found.map(({ id }) => id) } },
    include: withPicture,
    orderBy: { id: "desc" },
  });
}

/** What a link has sold. `pieces` are also those of refunded payments. */
export type Sales = {
  payments: number;
  pieces: number;
  recentPieces: number;
  /** What customers paid, with their fees. */
  taken: Minor;
  /** What the merchant was credited, before refunds. */
  credited: Minor;
  refunded: Minor;
};

export async function sumSales(linkId: string, recentSince: Date): Promise<Sales> {
  const [sales] = await query<Sales>(sql`
    SELECT count(*)::int AS payments,
      coalesce(sum(coalesce(quantity, 1)), 0)::int AS pieces,
      coalesce(sum(coalesce(quantity, 1)) FILTER (WHERE finalised_at >= ${recentSince}), 0)::int AS recent_pieces,
      coalesce(sum(total + customer_fee), 0)::bigint AS taken,
      coalesce(sum(total - merchant_fee), 0)::bigint AS credited,
      coalesce(sum(refunded), 0)::bigint AS refunded
    FROM checkout_session WHERE payment_link_id = ${linkId} AND status = 'success'`);
  return sales ?? { payments: 0, pieces: 0, recentPieces: 0, taken: 0n, credited: 0n, refunded: 0n };
}

/** What customers paid by each of these links, with their fees. Links without a payment are left out. */
export function sumTaken(linkIds: readonly string[]): Promise<{ linkId: string; taken: Minor }[]> {
  return query<{ linkId: string; taken: Minor }>(sql`
    SELECT payment_link_id AS link_id, sum(total + customer_fee)::bigint AS taken
    FROM checkout_session WHERE payment_link_id = ANY (${linkIds}::text[]) AND status = 'success'
    GROUP BY 1`);
}

/** Counts payable links under a lock on the account, so that parallel requests cannot exceed the limit together. */
export async function countLinksLocked(owner: Owner, at: Date): Promise<number> {
  await query(sql`SELECT FROM account WHERE account_number = ${owner.accountNumber} FOR NO KEY UPDATE`);
  const [row] = await query<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM payment_link
    WHERE account_number = ${owner.accountNumber} AND environment = ${owner.environment}::environment
    AND deleted_at IS NULL AND closed_at IS NULL AND (expires_at IS NULL OR expires_at > ${at})
    AND (uses_max IS NULL OR uses < uses_max)`);
  return row?.count ?? 0;
}

export function insertLink(data: Prisma.PaymentLinkUncheckedCreateInput) {
  return db().paymentLink.create({ data, include: withPicture });
}

/** Locks the link until the transaction ends, so that its payments wait for a change of its limits. */
export async function lockLink(owner: Owner, id: string) {
  await query(sql`
    SELECT FROM payment_link WHERE id = ${id} AND account_number = ${owner.accountNumber} FOR NO KEY UPDATE`);
  return findLink(owner, id);
}

type NewPicture = { id: string; png: Buffer; createdAt: Date };

export async function putLinkPicture(linkId: string, { png, ...rest }: NewPicture): Promise<void> {
  const picture = { ...rest, png: new Uint8Array(png) };
  await db().paymentLinkPicture.upsert({ where: { linkId }, create: { linkId, ...picture }, update: picture });
}

export async function removeLinkPicture(linkId: string): Promise<void> {
  await db().paymentLinkPicture.deleteMany({ where: { linkId } });
}

export function updateLinkRow(id: string, data: Prisma.PaymentLinkUncheckedUpdateInput) {
  return db().paymentLink.update({ where: { id }, data, include: withPicture });
}
