import { callGateway } from "@/lib/gateway/call";
import { gatewayOf } from "@/lib/gateway/gateways";
import type { Gateway, Outcome } from "@/lib/gateway/port";
import { drainDue } from "@/lib/kit/due-work";
import { advanceSession } from "./advance-session";
import type { SessionEvent } from "./session-model";
import { claimInquiries, claimVoids, type DueAttempt, findExpired } from "./sweep-store";

/** Worker sweep: expires overdue sessions. */
export function expireSessions(): Promise<void> {
  return drainDue(findExpired, (id) => advanceSession(id, { type: "expire" }));
}

/** Asks the gateway about charges with unknown outcome, by our own attempt id. A charge is never sent again. */
export function inquireAttempts(): Promise<void> {
  return drainDue(claimInquiries, (attempt) =>
    settle(
      attempt,
      (gateway) => gateway.inquire(attempt.id),
      (outcome) => ({ type: "answer", outcome, by: "inquiry" }),
    ),
  );
}

/** Voids charges that must not be kept, such as late approvals. */
export function voidAttempts(): Promise<void> {
  return drainDue(claimVoids, (attempt) =>
    settle(
      attempt,
      (gateway) => gateway.void(attempt.id),
      (outcome) => ({ type: "void_answer", outcome }),
    ),
  );
}

async function settle(
  attempt: DueAttempt,
  call: (gateway: Gateway) => Promise<Outcome>,
  toEvent: (outcome: Outcome) => SessionEvent,
): Promise<void> {
  const record = async (outcome: Outcome) => {
    await advanceSession(attempt.sessionId, toEvent(outcome), attempt.id);
  };
  await record(await callGateway(async () => call(await gatewayOf(attempt)), record));
}
