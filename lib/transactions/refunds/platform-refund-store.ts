import { db, query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { firstUlidAt } from "@/lib/kit/ids";
import type { Minor } from "@/lib/kit/money";
import type { Environment } from "@/lib/reference/platforms";
import { aboutSession, type RefundRow } from "@/lib/transactions/history/store";
import type { PostponedRefund } from "./refund-rules";
import { claimDueRefunds, type DueRefund } from "./refund-store";

type NewPlatformRefund = { id: string; sessionId: string; attemptId: string; amount: Minor; now: Date };

/** Inserts a refund. The database refuses a second open refund of the same charge. */
export async function insertPlatformRefund({ now, ...refund }: NewPlatformRefund): Promise<void> {
  await db().platformRefund.create({ data: { ...refund, requestedAt: now, dueAt: now } });
}

export const claimPlatformRefunds = (limit: number): Promise<DueRefund[]> =>
  claimDueRefunds(sql`platform_refund`, limit);

/** Locks the session before the refund, as transactions do that insert a refund. The same order avoids deadlocks. */
export async function lockPlatformRefund(
  sessionId: string,
  id: string,
): Promise<{ status: RefundRow["status"]; now: Date }> {
  const [session] = await query<{ now: Date }>(sql`
    WITH locked AS MATERIALIZED (SELECT * FROM checkout_session WHERE id = ${sessionId} FOR UPDATE)
    SELECT session_time(clock_offset_ms, clock_stopped_at) AS now FROM locked`);
  const [refund] = await query<{ status: RefundRow["status"] }>(sql`
    SELECT status FROM platform_refund WHERE id = ${id} FOR UPDATE`);
  if (!refund || !session) throw new Error("The refund does not exist.");
  return { status: refund.status, now: session.now };
}

/** A refund that was never sent becomes `requested` again, so that the next call sends it. */
export async function postponePlatformRefund(id: string, { dueAt, isUnsent }: PostponedRefund): Promise<void> {
  const unsent = isUnsent && ({ status: "requested", calledAt: null } as const);
  await db().platformRefund.update({ where: { id }, data: { dueAt, ...unsent } });
}

export async function endPlatformRefund(id: string, status: "refunded" | "rejected", endedAt: Date): Promise<void> {
  await db().platformRefund.update({ where: { id }, data: { status, endedAt, dueAt: null } });
}

export function countRejectedOf(attemptId: string): Promise<number> {
  return db().platformRefund.count({ where: { attemptId, status: "rejected" } });
}

/** Cancels the scheduled void of a charge, because a refund has already returned the money. */
export async function cancelVoid(attemptId: string): Promise<void> {
  await db().attempt.updateMany({ where: { id: attemptId }, data: { voidAt: null } });
}

/** Lists platform refunds of all merchants, newest first: all open ones, and those requested after `since`. */
export function findPlatformRefunds(environment: Environment, since: Date, limit: number) {
  return db().platformRefund.findMany({
    where: { session: { environment }, OR: [{ dueAt: { not: null } }, { id: { gte: firstUlidAt(since) } }] },
    select: { id: true, status: true, amount: true, requestedAt: true, session: { select: aboutSession } },
    orderBy: { id: "desc" },
    take: limit,
  });
}

/** Whether the gateway refused to void a late approval of this session and the payer still lacks the money. */
export async function isBeingReturned(sessionId: string): Promise<boolean> {
  const rows = await query(sql`
    SELECT FROM platform_refund r JOIN attempt a ON a.id = r.attempt_id
    WHERE r.session_id = ${sessionId} AND a.voided_at IS NULL
      AND NOT EXISTS (SELECT FROM platform_refund done WHERE done.attempt_id = a.id AND done.status = 'refunded') LIMIT 1`);
  return rows.length > 0;
}
