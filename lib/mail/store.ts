import { db, query } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { insertion, type Statement, sql, writeTogether } from "@/lib/db/sql";
import type { Owner } from "@/lib/http/message/caller";
import type { MailKind } from "@/lib/reference/stored-values";
import { linkKinds } from "./kinds";

/** Queries of the outbox and of the mailboxes that show it. */

export type MailInsert = Owner & {
  id: string;
  kind: string;
  recipient: string;
  language: string;
  subject: string;
  text: string;
  html: string;
  dueAt: Date | null;
  error?: string;
  createdAt: Date;
};

export async function insertMail(mail: MailInsert): Promise<void> {
  await query(writeTogether(mailParts(mail)));
}

/** The part of a statement that puts a mail into the outbox, or nothing if there is no mail. */
export const mailParts = (mail: MailInsert | null): Statement[] =>
  mail ? [sql`mail AS (INSERT INTO mail ${insertion(mail)})`] : [];

/** Finds a merchant's picture. It may have been replaced after the mail was written. */
export async function findPicture(id: string): Promise<Uint8Array | null> {
  const row = await db().picture.findFirst({ where: { id, account: { deletedAt: null } }, select: { png: true } });
  return row?.png ?? null;
}

/** The number of mails of a kind that a recipient got since a point in time. */
export const countMail = (recipient: string, kind: string, since: Date): Promise<number> =>
  db().mail.count({ where: { recipient, kind, createdAt: { gt: since } } });

export type DueMail = Pick<MailInsert, "id" | "kind" | "recipient" | "subject" | "text" | "html" | "createdAt"> & {
  /** The number of attempts to send the mail, including the current one. */
  tries: number;
};

/** Claims due mail, so that no other worker claims it before `dueAgainAt`, when it is due again. */
export function claimMail(now: Date, dueAgainAt: Date, limit: number): Promise<DueMail[]> {
  return query<DueMail>(sql`
    UPDATE mail m SET due_at = ${dueAgainAt}, tries = m.tries + 1
    FROM (SELECT id FROM mail WHERE due_at <= ${now} ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED) due
    WHERE m.id = due.id
    RETURNING m.id, m.kind, m.recipient, m.subject, m.text, m.html, m.tries, m.created_at`);
}

export async function markSent(id: string, sentAt: Date): Promise<void> {
  await db().mail.updateMany({ where: { id }, data: { sentAt, dueAt: null, error: null } });
}

/** Changes nothing if `tries` has changed: the lease of this worker ended, and another worker has claimed the mail. */
export async function recordMailFailure({ id, tries }: DueMail, error: string, dueAt: Date | null): Promise<void> {
  await db().mail.updateMany({ where: { id, tries, sentAt: null }, data: { error, dueAt } });
}

/** Deletes at most `limit` old mails. Also returns how many of them were never sent. */
export async function deleteMailBefore(moment: Date, limit: number): Promise<{ deleted: number; unsent: number }> {
  const [row] = await query<{ deleted: number; unsent: number }>(sql`
    WITH gone AS (
      DELETE FROM mail WHERE id = ANY (ARRAY(
        SELECT id FROM mail WHERE created_at < ${moment} ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))
      RETURNING due_at)
    SELECT count(*)::int AS deleted, count(due_at)::int AS unsent FROM gone`);
  return row ?? { deleted: 0, unsent: 0 };
}

/**
 * Which mail a mailbox shows. `sandboxOf`: sandbox mail of these accounts. `owner`: mail of one merchant without ticket
 * links. `allWithTicketsOf`: all mail, but ticket links only of these accounts. "all": all mail.
 */
export type Shown =
  | { sandboxOf: readonly string[] }
  | { owner: Owner }
  | { allWithTicketsOf: readonly string[] }
  | "all";

function within(shown: Shown): Prisma.MailWhereInput {
  if (shown === "all") return {};
  if ("allWithTicketsOf" in shown)
    return { OR: [{ kind: { notIn: [...linkKinds] } }, { accountNumber: { in: [...shown.allWithTicketsOf] } }] };
  if ("owner" in shown) return { ...shown.owner, kind: { notIn: [...linkKinds] } };
  return { accountNumber: { in: [...shown.sandboxOf] }, environment: "sandbox" };
}

/** `before`: only mail older than the mail with this id. `to`: a part of the recipient's address. */
export type MailFilter = { before?: string; to?: string; kind?: MailKind };

/** Prisma passes `%` and `_` on to ILIKE, where they match any text. */
const escapeWildcards = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** Lists mail, newest first. */
export function listMail(shown: Shown, { before, to, kind }: MailFilter, limit: number) {
  return db().mail.findMany({
    where: {
      AND: [within(shown)],
      ...(before !== undefined && { id: { lt: before } }),
      ...(to !== undefined && { recipient: { contains: escapeWildcards(to), mode: "insensitive" } }),
      ...(kind !== undefined && { kind }),
    },
    orderBy: { id: "desc" },
    take: limit,
    select: { id: true, kind: true, recipient: true, subject: true, createdAt: true },
  });
}

export function findMail(shown: Shown, id: string) {
  return db().mail.findFirst({ where: { ...within(shown), id } });
}

export type MailRow = NonNullable<Awaited<ReturnType<typeof findMail>>>;
