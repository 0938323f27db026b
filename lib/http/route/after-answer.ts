import { log } from "@/lib/kit/log";

/**
 * Work that begins once its answer is out, so that the time of the answer tells nothing about it. If the process is killed, the
 * work is lost: only for what people can ask for again, or what the log and the metrics show as well.
 */
const beginsAfterMs = 100;

/** One for the process, although the server and the pages' bundle each load this file. */
const holder = globalThis as typeof globalThis & { tradewindAfterAnswers?: Set<Promise<void>> };

function underWay(): Set<Promise<void>> {
  holder.tradewindAfterAnswers ??= new Set();
  return holder.tradewindAfterAnswers;
}

export function afterAnswer(work: () => Promise<void>): void {
  const done = new Promise((resolve) => setTimeout(resolve, beginsAfterMs))
    .then(work)
    .catch((error) => log.error({ err: error }, "work after an answer failed"))
    .finally(() => underWay().delete(done));
  underWay().add(done);
}

/** Resolves once all of it is done. For the end of a process, and for tests. */
export async function finishAfterAnswers(): Promise<void> {
  while (underWay().size > 0) await Promise.all(underWay());
}
