import { db } from "@/lib/db/client";

export type Lease = { name: string; runId: string; until: Date };

/** Takes the lease if the job is due and no other worker holds it. False otherwise. */
export async function takeJob({ name, runId, until }: Lease, at: Date): Promise<boolean> {
  await db().exclusiveJob.createMany({ data: [{ name, dueAt: at }], skipDuplicates: true });
  const isFree = { OR: [{ takenUntil: null }, { takenUntil: { lte: at } }] };
  const { count } = await db().exclusiveJob.updateMany({
    where: { name, dueAt: { lte: at }, ...isFree },
    data: { runId, takenUntil: until },
  });
  return count > 0;
}

/** False if another worker took the job after the lease had ended. */
export async function extendLease({ name, runId, until }: Lease): Promise<boolean> {
  const { count } = await db().exclusiveJob.updateMany({ where: { name, runId }, data: { takenUntil: until } });
  return count > 0;
}

/** Ends the lease. Changes nothing if another worker has taken the job. */
export async function completeJob({ name, runId }: Omit<Lease, "until">, dueAt: Date): Promise<void> {
  await db().exclusiveJob.updateMany({ where: { name, runId }, data: { dueAt, runId: null, takenUntil: null } });
}
