import { later, minute, now, second } from "@/lib/kit/clock";
import { newUlid } from "@/lib/kit/ids";
import { log } from "@/lib/kit/log";
import { completeJob, extendLease, takeJob } from "./store";

/** Work that runs in one worker at a time, and once per `every` over all workers and restarts. */
export type ExclusiveJob = { name: string; every: number; run: () => Promise<unknown> };

/** Returned when the job is not due, or another worker runs it. */
export const notDue = Symbol("not due");

/** The length of a job's lease. If a worker dies, another worker can take the job after this time. */
const leaseMs = minute;
/** Several renewals fit into one lease, so that a single failed renewal does not lose the lease. */
const renewEvery = 20 * second;

/**
 * Runs the job if it is due and no other worker runs it. A failed run counts as a run: the next run is due at the usual
 * time. A run whose worker died does not count.
 */
export async function runIfDue({ name, every, run }: ExclusiveJob): Promise<typeof notDue | undefined> {
  const startedAt = now();
  const lease = { name, runId: newUlid() };
  if (!(await takeJob({ ...lease, until: later(leaseMs, startedAt) }, startedAt))) return notDue;
  const renewal = setInterval(() => void renew(lease), renewEvery);
  try {
    await run();
    return undefined;
  } finally {
    clearInterval(renewal);
    // An error while ending the lease must not hide an error of the job. The lease expires anyway.
    await completeJob(lease, later(every, startedAt)).catch((error) =>
      log.error({ err: error, job: name }, "the end of a job could not be recorded"),
    );
  }
}

async function renew(lease: { name: string; runId: string }): Promise<void> {
  try {
    const isHeld = await extendLease({ ...lease, until: later(leaseMs) });
    if (!isHeld) log.warn({ job: lease.name }, "another worker took over a job that still runs here");
  } catch (error) {
    log.warn({ err: error, job: lease.name }, "the lease of a job could not be renewed");
  }
}
