import { callGateway } from "@/lib/gateway/call";
import type { Gateway, Outcome } from "@/lib/gateway/port";
import { log } from "@/lib/kit/log";
import { advanceSession } from "./advance-session";
import { gatewayOrThrow } from "./gateways";
import type { SessionEvent } from "./session-model";
import { claimInquiries, claimVoids, type DueAttempt, findExpired } from "./sweep-store";

/** For the worker, every second: what nobody is there to finish. */
const batch = 50;
const noLaterAnswer = () => {};

/** Sessions whose time is over, also while the customer looks on. */
export async function expireSessions(): Promise<void> {
  await forEach(await findExpired(batch), (id) => advanceSession(id, { type: "expire" }));
}

/** Charges whose outcome nobody knows: the gateway is asked by our identifier, and never sent the charge again. */
export async function inquireAttempts(): Promise<void> {
  await forEach(await claimInquiries(batch), (attempt) =>
    settle(
      attempt,
      (gateway) => gateway.inquire(attempt.id),
      (outcome) => ({ type: "answer", outcome, by: "inquiry" }),
    ),
  );
}

/** Approvals that came after the customer was told that nothing was charged. */
export async function voidAttempts(): Promise<void> {
  await forEach(await claimVoids(batch), (attempt) =>
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
  const outcome = await callGateway(() => ask(gatewayOrThrow(attempt)), noLaterAnswer);
  await advanceSession(attempt.session_id, toEvent(outcome), attempt.id);
}

/** One that fails must not keep the others waiting. */
async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const results = await Promise.allSettled(items.map(work));
  for (const result of results) {
    if (result.status === "rejected") log.error({ err: result.reason }, "a session could not be settled");
  }
}
