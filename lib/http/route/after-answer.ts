import { log } from "@/lib/kit/log";

/**
 * Work that starts after its answer is sent, so that response times reveal nothing about it. A killed process loses it, so
 * it is only for work that people can request again, or that also leaves a log line and a metric.
 */
const startsAfterMs = 100;

/** One set per process, although the server and the bundle of the pages each load this file. */
const holder = globalThis as typeof globalThis & { tradewindAfterAnswers?: Set<Promise<void>> };

function pending(): Set<Promise<void>> {
  holder.tradewindAfterAnswers ??= new Set();
  return holder.tradewindAfterAnswers;
}

export function afterAnswer(work: () => Promise<void>): void {
  const done = new Promise((resolve) => setTimeout(resolve, startsAfterMs))
    .then(work)
    .catch((error) => log.error({ err: error }, "work after an answer failed"))
    .finally(() => pending().delete(done));
  pending().add(done);
}

/** Resolves once all of this work is done. For shutdown and for tests. */
export async function finishAfterAnswers(): Promise<void> {
  while (pending().size > 0) await Promise.all(pending());
}
