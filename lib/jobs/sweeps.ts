import { checkAcquirerHealth } from "@/lib/acquirers/check-health";
import { eraseExpiredSecrets } from "@/lib/acquirers/erase-secrets";
import { fillTerminals } from "@/lib/acquirers/fill-terminals";
import { maintainSigningKeys } from "@/lib/auth/tokens/signing-keys";
import { expireSessions, inquireAttempts, voidAttempts } from "@/lib/checkout/session/settle-sessions";
import { hour, minute, second } from "@/lib/kit/clock";
import { canSendMail, sendDueMail } from "@/lib/mail/send-mail";
import { reconcile } from "@/lib/reconciliation/reconcile";
import { compareDueDays, settlementJob } from "@/lib/reconciliation/settlement/compare-due-days";
import { sweepTables } from "@/lib/retention/sweep-tables";
import { checkServedScripts } from "@/lib/script-monitor/check-scripts";
import { addPaymentsToSums, recordBalancesOfDay } from "@/lib/transactions/history/keep-sums";
import { processPlatformRefunds } from "@/lib/transactions/refunds/process-platform-refunds";
import { processRefunds } from "@/lib/transactions/refunds/process-refunds";
import { closeUnverifiedCards, removeAbandonedCards } from "@/lib/trusted-cards/tidy-cards";
import { closeDeliveries } from "@/lib/webhooks/delivery/close-deliveries";
import { releaseUnanswered } from "@/lib/withdrawals/answer-hold";
import { moveSandboxWithdrawals } from "@/lib/withdrawals/sandbox-progress";
import type { Queue } from "./due-store";
import { type ExclusiveJob, runIfDue } from "./exclusive-job";

/** Work that every worker repeats. Two workers may run it at the same time, so concurrent runs must be harmless. */
export type Sweep = { name: string; every: number; startsAfter?: number; run: () => Promise<unknown> };
/** A sweep that runs when its queue has due work. `every` is the shortest time between two runs. */
export type QueueSweep = Omit<Sweep, "startsAfter"> & { queue: Queue };

const exclusive = (job: ExclusiveJob): QueueSweep => ({
  name: job.name,
  queue: "jobs",
  every: 10 * second,
  run: () => runIfDue(job),
});

export const queueSweeps = (): QueueSweep[] => [
  { name: "expired sessions", queue: "sessions", every: second, run: expireSessions },
  { name: "attempts with an unknown outcome", queue: "inquiries", every: second, run: inquireAttempts },
  { name: "charges to void", queue: "voids", every: second, run: voidAttempts },
  { name: "refunds", queue: "refunds", every: second, run: processRefunds },
  { name: "refunds of late approvals", queue: "platform_refunds", every: second, run: processPlatformRefunds },
  { name: "sandbox withdrawals", queue: "withdrawals", every: second, run: moveSandboxWithdrawals },
  // Without a mail server, due mail waits and must not keep the worker awake.
  ...(canSendMail() ? [{ name: "mail", queue: "mail", every: second, run: () => sendDueMail() } as const] : []),
  exclusive({ name: "maintain-signing-keys", every: hour, run: maintainSigningKeys }),
  exclusive({ name: "reconcile", every: hour, run: reconcile }),
  // Each day is compared once. The job runs every hour, because a day without an answer is tried again.
  exclusive({ name: settlementJob, every: hour, run: compareDueDays }),
  exclusive({ name: "retention", every: minute, run: () => sweepTables() }),
];

export const sweeps: readonly Sweep[] = [
  { name: "health of the live acquirer", every: 5 * second, run: checkAcquirerHealth },
  { name: "sums of payments", every: 10 * second, run: addPaymentsToSums },
  { name: "balances of the day", every: 5 * minute, run: recordBalancesOfDay },
  { name: "withdrawals without a confirmation", every: minute, run: releaseUnanswered },
  { name: "unverified cards", every: 10 * second, run: closeUnverifiedCards },
  { name: "cards of deleted accounts", every: minute, run: removeAbandonedCards },
  { name: "expired secrets of live charges", every: minute, run: eraseExpiredSecrets },
  { name: "terminals of earlier attempts", every: minute, run: fillTerminals },
  { name: "deliveries to closed endpoints", every: 10 * second, run: closeDeliveries },
  // The first run is delayed, because the web server that serves the scripts may still be starting.
  { name: "scripts of the payment page", every: 5 * minute, startsAfter: 5 * minute, run: checkServedScripts },
];
