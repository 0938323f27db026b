import { merchantViewColumns } from "@/lib/checkout/page/merchant-view";
import { db, query } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { readPage } from "@/lib/db/read-page";
import { sql } from "@/lib/db/sql";
import type { PageWindow } from "@/lib/http/body/paging";
import type { Owner } from "@/lib/http/message/caller";

const withSessions = { sessions: { select: { session: { select: { status: true } } } } } as const;

export function findCardLink(owner: Owner, id: string) {
  return db().cardLink.findFirst({ where: { id, ...owner }, include: withSessions });
}

export type CardLinkRow = NonNullable<Awaited<ReturnType<typeof findCardLink>>>;

export function findCardLinks(owner: Owner, window: PageWindow) {
  return readPage(window, db().cardLink.count({ where: owner }), (page) =>
    db().cardLink.findMany({ where: owner, include: withSessions, orderBy: { id: "desc" }, ...page }),
  );
}

/** Finds a link with what customers see of its merchant. Links of deleted accounts are not found. */
export function findPublicCardLink(id: string) {
  return db().cardLink.findFirst({
    where: { id, account: { deletedAt: null } },
    include: { ...withSessions, account: { select: merchantViewColumns } },
  });
}

export async function insertCardLink(data: Prisma.CardLinkUncheckedCreateInput): Promise<void> {
  await db().cardLink.create({ data });
}

export async function setWithdrawn(id: string, withdrawnAt: Date): Promise<void> {
  await db().cardLink.update({ where: { id }, data: { withdrawnAt } });
}

/** Locks the link until the transaction ends, so that the sessions that it opens are counted one after another. */
export async function lockCardLink(id: string): Promise<void> {
  await query(sql`SELECT FROM card_link WHERE id = ${id} FOR NO KEY UPDATE`);
}

/** Notes which link opened a session. */
export async function insertCardLinkSession(linkId: string, transactionId: string): Promise<void> {
  await query(sql`
    INSERT INTO card_link_session (session_id, link_id)
    SELECT id, ${linkId} FROM checkout_session WHERE transaction_id = ${transactionId}`);
}
