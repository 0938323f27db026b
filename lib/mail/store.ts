import { db, query } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { sql } from "@/lib/db/sql";
import type { Owner } from "@/lib/http/route/caller";
import { linkKinds } from "./kinds";

/** The outbox, and the part of it that the sandbox mailbox shows. */

export async function insertMail(data: Prisma.MailUncheckedCreateInput): Promise<void> {
  await db().mail.create({ data });
}

/** The number of mails of a kind to a recipient since a moment. */
export const countMail = (recipient: string, kind: string, since: Date): Promise<number> =>
  db().mail.count({ where: { recipient, kind, createdAt: { gt: since } } });

export type DueMail = {
  id: string;
  kind: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  /** Including the current one. */
  tries: number;
  createdAt: Date;
};

/** Claims due mail. No other worker claims it before `dueAgainAt`; if the worker dies, it is due again then. */
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

/** `tries` guards against a worker whose lease ended and whose mail another worker has claimed. */
export async function recordMailFailure({ id, tries }: DueMail, error: string, dueAt: Date | null): Promise<void> {
  await db().mail.updateMany({ where: { id, tries, sentAt: null }, data: { error, dueAt } });
}

/** Returns the number of deleted mails that were never sent. */
export async function deleteMailBefore(moment: Date): Promise<number> {
  const [row] = await query<{ unsent: number }>(sql`
    WITH gone AS (DELETE FROM mail WHERE created_at < ${moment} RETURNING due_at)
    SELECT count(due_at)::int AS unsent FROM gone`);
  return row?.unsent ?? 0;
}

/**
 * Which mail is shown: the sandbox mail of these accounts, all mail, all mail except the tickets of accounts that are
 * not among these, or one owner's mail without tickets.
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

/** Newest first, starting after `before`. */
export function listMail(shown: Shown, before: string | undefined, limit: number) {
  return db().mail.findMany({
    where: { ...within(shown), ...(before !== undefined && { id: { lt: before } }) },
    orderBy: { id: "desc" },
    take: limit,
    select: { id: true, recipient: true, subject: true, environment: true, createdAt: true },
  });
}

export function findMail(shown: Shown, id: string) {
  return db().mail.findFirst({ where: { ...within(shown), id } });
}

export type MailRow = NonNullable<Awaited<ReturnType<typeof findMail>>>;
