import { db } from "@/lib/db/client";
import type { Owner } from "@/lib/http/caller";

/** One line of a session's timeline. Never holds card data. */
export type TimelineStep = { type: string; detail?: Record<string, string | number | boolean> };

export async function appendEvents(sessionId: string, at: Date, steps: readonly TimelineStep[]): Promise<void> {
  if (steps.length === 0) return;
  await db().sessionEvent.createMany({
    data: steps.map(({ type, detail = {} }) => ({ sessionId, at, type, detail })),
  });
}

/** What happened in a transaction's session, in its order, and which cards were tried. */
export function findTimeline({ accountNumber, environment }: Owner, transactionId: string) {
  return db().checkoutSession.findFirst({
    where: { transactionId, accountNumber, environment },
    select: {
      events: { select: { at: true, type: true, detail: true }, orderBy: { id: "asc" } },
      attempts: { select: { startedAt: true, cardLast4: true, cardNetwork: true } },
    },
  });
}

export type Timeline = NonNullable<Awaited<ReturnType<typeof findTimeline>>>;
