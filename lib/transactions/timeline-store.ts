import { db } from "@/lib/db/client";

/** One line of a session's timeline. Never holds card data. */
export type TimelineStep = { type: string; detail?: Record<string, string | number | boolean> };

export async function appendEvents(sessionId: string, at: Date, steps: readonly TimelineStep[]): Promise<void> {
  if (steps.length === 0) return;
  await db().sessionEvent.createMany({
    data: steps.map(({ type, detail = {} }) => ({ sessionId, at, type, detail })),
  });
}
