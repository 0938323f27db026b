import { later, minute, now } from "@/lib/kit/clock";

/** The loops of a worker, and how long one turn of each may take. */
const turnMax = {
  /** Looks at the queues at least every ten seconds. */
  queues: minute,
  /** Looks for due deliveries at least every minute. */
  deliveries: 3 * minute,
} as const;
export type WorkerLoop = keyof typeof turnMax;

export type WorkerProgress = {
  /** Records that a loop has come round and that the database answered it. */
  turn(loop: WorkerLoop): void;
  /** The loops that did not come round in time. Before their first turn, these are all loops. */
  stuck(): WorkerLoop[];
};

export function createProgress(): WorkerProgress {
  const lastTurns = new Map<WorkerLoop, Date>();
  const isStuck = (loop: WorkerLoop) => {
    const last = lastTurns.get(loop);
    return !last || later(turnMax[loop], last) < now();
  };
  return {
    turn: (loop) => void lastTurns.set(loop, now()),
    stuck: () => (Object.keys(turnMax) as WorkerLoop[]).filter(isStuck),
  };
}
