import { breakerOf } from "@/lib/gateway/breaker/breaker";
import { acquirerOf } from "@/lib/gateway/registry";
import { now, second } from "@/lib/kit/clock";
import { log } from "@/lib/kit/log";
import {
  findLiveGateways,
  type LiveGateway,
  recordHealth,
  wakeInquiries,
  wakeRefunds,
  wakeVoids,
} from "./health-store";

/**
 * When the acquirer is up again, the wake-up repeats for this time. A call that hangs from the outage ends up to 15 s
 * later and postpones its work once more.
 */
const wakesForMs = 20 * second;
/** Workers hold claimed work with a lease of this time. Repeated wake-ups leave it to them. */
const leaseMs = 30 * second;

/**
 * Checks each gateway on which money depends, and records the result. The worker runs this sweep every five seconds.
 * The gateways are checked at the same time, so that one that hangs delays no other.
 */
export async function checkAcquirerHealth(): Promise<void> {
  await Promise.all((await findLiveGateways()).map(checkGateway));
}

async function checkGateway({ acquirer, baseAddress }: LiveGateway): Promise<void> {
  const { operations } = acquirerOf(acquirer);
  if (!operations) return;
  const probe = () => operations.isAlive(baseAddress);
  const checkedAt = now();
  const startedAt = performance.now();
  const isUp = await probe();
  const latencyMs = isUp ? Math.round(performance.now() - startedAt) : null;
  const since = await recordHealth(baseAddress, { isUp, checkedAt, latencyMs });
  if (!since) return;
  const ageMs = checkedAt.getTime() - since.getTime();
  if (ageMs === 0) logChange({ acquirer, gateway: baseAddress }, isUp);
  // Before the work is due: an open breaker would refuse its calls and postpone it again.
  const breaker = breakerOf(baseAddress, probe);
  await (isUp ? breaker.close() : breaker.open());
  if (isUp && ageMs <= wakesForMs) await wakePostponedWork(baseAddress, ageMs === 0 ? 0 : leaseMs);
}

function logChange(which: { acquirer: string; gateway: string }, isUp: boolean): void {
  if (isUp) log.info(which, "the acquirer is up");
  else log.error(which, "the acquirer is down: its health check gets no answer");
}

/** During an outage, work is postponed for up to an hour. Now it is due at once. Repeated wake-ups are harmless. */
async function wakePostponedWork(baseAddress: string, dueAfterMs: number): Promise<void> {
  const inquiries = await wakeInquiries(baseAddress, dueAfterMs);
  const voids = await wakeVoids(baseAddress, dueAfterMs);
  const refunds = await wakeRefunds("merchant", baseAddress, dueAfterMs);
  const platformRefunds = await wakeRefunds("platform", baseAddress, dueAfterMs);
  if (inquiries + voids + refunds + platformRefunds === 0) return;
  log.info({ inquiries, voids, refunds, platformRefunds }, "work that waited for the acquirer is due now");
}
