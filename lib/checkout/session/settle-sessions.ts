import { callGateway } from "@/lib/gateway/call";
import { gatewayOrThrow } from "@/lib/gateway/gateways";
import type { Gateway, Outcome } from "@/lib/gateway/port";
import { drainDue } from "@/lib/kit/due-work";
import { advanceSession } from "./advance-session";
import type { SessionEvent } from "./session-model";
import { claimInquiries, claimVoids, type DueAttempt, findExpired } from "./sweep-store";

/** For the worker, every second: sessions whose time is over, also while the customer looks on. */
export function expireSessions(): Promise<void> {
  return drainDue(findExpired, (id) => advanceSession(id, { type: "expire" }));
}

/** Charges whose outcome nobody knows: the gateway is asked by our identifier, and never sent the charge again. */
export function inquireAttempts(): Promise<void> {
  return drainDue(claimInquiries, (attempt) =>
    settle(
      attempt,
      (gateway) => gateway.inquire(attempt.id),
      (outcome) => ({ type: "answer", outcome, by: "inquiry" }),
    ),
  );
}

/** Approvals that came after the customer was told that nothing was charged. */
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
  ask: (gateway: Gateway) => Promise<Outcome>,
  toEvent: (outcome: Outcome) => SessionEvent,
): Promise<void> {
  const record = async (outcome: Outcome) => {
    await advanceSession(attempt.session_id, toEvent(outcome), attempt.id);
  };
  await record(await callGateway(() => ask(gatewayOrThrow(attempt)), record));
}
