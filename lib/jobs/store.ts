import { db } from "@/lib/db/client";

export type Lease = { name: string; runId: string; until: Date };

/** Takes the lease of a job. Returns false if the job is not due or another worker holds its lease. */
export async function takeJob({ name, runId, until }: Lease, at: Date): Promise<boolean> {
  await db().exclusiveJob.createMany({ data: [{ name, dueAt: at }], skipDuplicates: true });
  const isFree = { OR: [{ takenUntil: null }, { takenUntil: { lte: at } }] };
  const { count } = await db().exclusiveJob.updateMany({
    where: { name, dueAt: { lte: at }, ...isFree },
    data: { runId, takenUntil: until },
  });
  return count > 0;
}

/** Returns false if the lease had expired and another worker has taken the job. */
export async function extendLease({ name, runId, until }: Lease): Promise<boolean> {
  const { count } = await db().exclusiveJob.updateMany({ where: { name, runId }, data: { takenUntil: until } });
  return count > 0;
}

/** Ends the lease and sets when the job is due next. Changes nothing if another worker has taken the job. */
export async function completeJob({ name, runId }: Omit<Lease, "until">, dueAt: Date): Promise<void> {
  await db().exclusiveJob.updateMany({ where: { name, runId }, data: { dueAt, runId: null, takenUntil: null } });
}
