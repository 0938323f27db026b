import { db, query } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { Owner } from "@/lib/http/route/caller";
import { linkKinds } from "./kinds";

/** The outbox, and what the sandbox's mailbox shows of it. */

export async function insertMail(data: Prisma.MailUncheckedCreateInput): Promise<void> {
  await db().mail.create({ data });
}

/** How many of a kind were written to somebody since then. */
export const countMail = (recipient: string, kind: string, since: Date): Promise<number> =>
  db().mail.count({ where: { recipient, kind, createdAt: { gt: since } } });

export type DueMail = {
  id: string;
  kind: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  /** This one included. */
  tries: number;
  createdAt: Date;
};

/** Takes mail that is due. Until `dueAgainAt` nobody else does; should whoever took it die, it is due again. */
export function claimMail(now: Date, dueAgainAt: Date, limit: number): Promise<DueMail[]> {
  return query<DueMail>(
    "claim-mail",
    `UPDATE mail m SET due_at = $2::timestamptz, tries = m.tries + 1
     FROM (SELECT id FROM mail WHERE due_at <= $1::timestamptz ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED) due
     WHERE m.id = due.id
     RETURNING m.id, m.kind, m.recipient, m.subject, m.text, m.html, m.tries, m.created_at AS "createdAt"`,
    [now.toISOString(), dueAgainAt.toISOString(), limit],
  );
}

export async function markSent(id: string, sentAt: Date): Promise<void> {
  await db().mail.updateMany({ where: { id }, data: { sentAt, dueAt: null, error: null } });
}

/** Whoever was silent for so long that another took the mail has no say in it any more. */
export async function recordMailFailure({ id, tries }: DueMail, error: string, dueAt: Date | null): Promise<void> {
  await db().mail.updateMany({ where: { id, tries, sentAt: null }, data: { error, dueAt } });
}

/** How many of those that went were never sent. */
export async function deleteMailBefore(moment: Date): Promise<number> {
  const [row] = await query<{ unsent: number }>(
    "delete-old-mail",
    `WITH gone AS (DELETE FROM mail WHERE created_at < $1::timestamptz RETURNING due_at)
     SELECT count(due_at)::int AS unsent FROM gone`,
    [moment.toISOString()],
  );
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

/** The newest first, older ones than a given one. */
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
