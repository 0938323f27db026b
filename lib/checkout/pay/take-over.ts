import { advanceSession } from "@/lib/checkout/session/advance-session";
import type { SessionRow } from "@/lib/checkout/session/session-row-store";
import { findTakeable } from "@/lib/checkout/session/take-over-store";
import { callGateway } from "@/lib/gateway/call";
import { gatewayOf } from "@/lib/gateway/gateways";
import type { Outcome } from "@/lib/gateway/port";

/**
 * Ends an unfinished challenge that holds the order or link of this session, first in our records, then at the
 * acquirer. Returns whether the order is free now. If the acquirer does not answer, the worker repeats the void, and
 * the order stays held until then.
 */
export async function takeOver(session: SessionRow): Promise<boolean> {
  const challenge = await findTakeable(session);
  if (!challenge) return false;
  const { sessionId, attemptId } = challenge;
  const decision = await advanceSession(sessionId, { type: "challenge_taken_over" }, attemptId);
  if (!decision.session?.isTakenOver) return false;
  const record = async (outcome: Outcome) => {
    await advanceSession(sessionId, { type: "void_answer", outcome }, attemptId);
  };
  const outcome = await callGateway(async () => (await gatewayOf(challenge)).void(attemptId), record);
  await record(outcome);
  return outcome.status === "voided" || outcome.status === "not_found";
}
