import { breaker } from "@/lib/gateway/breaker/breaker";
import { liveOperations } from "@/lib/gateway/registry";
import { hadTerminal } from "@/lib/gateway/terminals/terminal-store";
import { now, second } from "@/lib/kit/clock";
import { log } from "@/lib/kit/log";
import { recordHealth, wakeInquiries, wakeRefunds, wakeVoids } from "./health-store";

/**
 * When the acquirer is up again, the wake-up repeats for this time. A call that hangs from the outage ends up to 15 s
 * later and postpones its work once more.
 */
const wakesForMs = 20 * second;
/** Workers hold claimed work with a lease of this time. Repeated wake-ups leave it to them. */
const leaseMs = 30 * second;

/**
 * Checks the live acquirer and records the result. The worker runs this sweep every five seconds. Before the first
 * terminal, no payment depends on the acquirer, so that its silence is no reason for an alert.
 */
export async function checkAcquirerHealth(): Promise<void> {
  const live = liveOperations();
  if (!live || !(await hadTerminal())) return;
  const { acquirer, operations } = live;
  const checkedAt = now();
  const startedAt = performance.now();
  const isUp = await operations.isAlive();
  const latencyMs = isUp ? Math.round(performance.now() - startedAt) : null;
  const since = await recordHealth(acquirer, { isUp, checkedAt, latencyMs });
  if (!since) return;
  const ageMs = checkedAt.getTime() - since.getTime();
  if (ageMs === 0) logChange({ acquirer, isUp });
  // Before the work is due: an open breaker would refuse its calls and postpone it again.
  await (isUp ? breaker.close() : breaker.open());
  if (isUp && ageMs <= wakesForMs) await wakePostponedWork(ageMs === 0 ? 0 : leaseMs);
}

function logChange({ acquirer, isUp }: { acquirer: string; isUp: boolean }): void {
  if (isUp) log.info({ acquirer }, "the acquirer is up");
  else log.error({ acquirer }, "the acquirer is down: its health check gets no answer");
}

/** During an outage, work is postponed for up to an hour. Now it is due at once. Repeated wake-ups are harmless. */
async function wakePostponedWork(dueAfterMs: number): Promise<void> {
  const inquiries = await wakeInquiries(dueAfterMs);
  const voids = await wakeVoids(dueAfterMs);
  const refunds = await wakeRefunds("merchant", dueAfterMs);
  const platformRefunds = await wakeRefunds("platform", dueAfterMs);
  if (inquiries + voids + refunds + platformRefunds === 0) return;
  log.info({ inquiries, voids, refunds, platformRefunds }, "work that waited for the acquirer is due now");
}
