import { log } from "@/lib/kit/log";
import { processWide } from "@/lib/kit/process-wide";

/**
 * Work that starts after the answer is sent, so that response times reveal nothing about it. The work is lost if the
 * process is killed. So use it only for work that people can request again, or that also leaves a log line and a
 * metric.
 */
const startsAfterMs = 100;

const pending = processWide("work after answers", () => new Set<Promise<void>>());

export function afterAnswer(work: () => Promise<void>): void {
  const done = new Promise((resolve) => setTimeout(resolve, startsAfterMs))
    .then(work)
    .catch((error) => log.error({ err: error }, "work after an answer failed"))
    .finally(() => pending.delete(done));
  pending.add(done);
}

/** Resolves when all work that was deferred until after an answer is done. For shutdown and tests. */
export async function finishAfterAnswers(): Promise<void> {
  while (pending.size > 0) await Promise.all(pending);
}
