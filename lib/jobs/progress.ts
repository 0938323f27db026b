import { later, minute, now } from "@/lib/kit/clock";

/** The loops of a worker, and how long one iteration of each may take. */
const iterationMaxMs = {
  /** Looks at the queues at least every ten seconds. */
  queues: minute,
  /** Looks for due deliveries at least every minute. */
  deliveries: 3 * minute,
} as const;
export type WorkerLoop = keyof typeof iterationMaxMs;

export type WorkerProgress = {
  /** Records that a loop has completed an iteration and that the database answered it. */
  record(loop: WorkerLoop): void;
  /** The loops without a recent iteration. Before the first iteration, these are all loops. */
  stuck(): WorkerLoop[];
};

export function createProgress(): WorkerProgress {
  const iterations = new Map<WorkerLoop, Date>();
  const isStuck = (loop: WorkerLoop) => {
    const last = iterations.get(loop);
    return !last || later(iterationMaxMs[loop], last) < now();
  };
  return {
    record: (loop) => void iterations.set(loop, now()),
    stuck: () => (Object.keys(iterationMaxMs) as WorkerLoop[]).filter(isStuck),
  };
}
