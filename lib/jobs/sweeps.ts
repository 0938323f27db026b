import { tidyAuthentication } from "@/lib/auth/tokens/tidy-authentication";
import { expireSessions, inquireAttempts, voidAttempts } from "@/lib/checkout/session/settle-sessions";
import { forgetExpired } from "@/lib/http/limits/store";
import { minute, now, second } from "@/lib/kit/clock";
import { forgetOldMail, sendDueMail } from "@/lib/mail/send-mail";
import { forgetSessions } from "@/lib/members/sessions";
import { forgetTickets } from "@/lib/members/tickets";
import { checkServedScripts } from "@/lib/page-scripts/check-scripts";
import { forgetRequests } from "@/lib/request-log/request-log";
import { purgeAbandoned } from "@/lib/transactions/history/purge-abandoned";
import { processPlatformRefunds } from "@/lib/transactions/refunds/process-platform-refunds";
import { processRefunds } from "@/lib/transactions/refunds/process-refunds";
import { closeUnverifiedCards, removeAbandonedCards } from "@/lib/trusted-cards/tidy-cards";
import { closeDeliveries } from "@/lib/webhooks/delivery/close-deliveries";
import { forgetEvents } from "@/lib/webhooks/forget-events";
import { releaseUnanswered } from "@/lib/withdrawals/answer-hold";
import { moveSandboxWithdrawals } from "@/lib/withdrawals/sandbox-progress";

/** Work that is done again and again, whoever does it. Each must be harmless to run twice at once. */
export type Sweep = { name: string; every: number; startsAfter?: number; run: () => Promise<void> };

export const sweeps: readonly Sweep[] = [
  { name: "expired sessions", every: second, run: expireSessions },
  { name: "unknown outcomes", every: second, run: inquireAttempts },
  { name: "charges to take back", every: second, run: voidAttempts },
  { name: "refunds", every: second, run: processRefunds },
  { name: "refunds of late approvals", every: second, run: processPlatformRefunds },
  { name: "sandbox withdrawals", every: second, run: moveSandboxWithdrawals },
  { name: "withdrawals without an answer", every: minute, run: releaseUnanswered },
  { name: "cards nobody verified", every: 10 * second, run: closeUnverifiedCards },
  { name: "cards of deleted accounts", every: minute, run: removeAbandonedCards },
  { name: "mail", every: second, run: () => sendDueMail() },
  { name: "old mail", every: 10 * minute, run: forgetOldMail },
  { name: "expired counters and answers", every: minute, run: () => forgetExpired(now()) },
  { name: "deliveries to closed endpoints", every: 10 * second, run: closeDeliveries },
  { name: "old events", every: minute, run: forgetEvents },
  { name: "old requests", every: minute, run: forgetRequests },
  { name: "abandoned sandbox sessions", every: 10 * minute, run: purgeAbandoned },
  { name: "left dashboards", every: minute, run: forgetSessions },
  { name: "old tickets of mails", every: 10 * minute, run: forgetTickets },
  { name: "ended tokens and tries", every: minute, run: tidyAuthentication },
  // Not at once: the web server may still be starting.
  { name: "scripts of the payment page", every: 5 * minute, startsAfter: 5 * minute, run: checkServedScripts },
];
