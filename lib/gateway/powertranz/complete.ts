import { unauthenticatedCode } from "@/lib/reference/response-codes";
import type { Authentication, ChallengeAnswer, Outcome, SessionClock } from "../port";
import { loadTerminal, readPolicy } from "../terminals/terminal-store";
import { currentOutcome } from "./authorise";
import { endUnpaid, findPowertranzCharge, isTokenUsable, tokenOf } from "./charge-store";
import { inquireCharge } from "./inquire";
import { pay } from "./pay";
import { judgeAuthentication, readReturn } from "./three-d-secure";

/**
 * Handles the browser's return from 3DS. The posted fields are only a hint, because a payer can forge them. They can
 * prevent the payment, but the gateway itself refuses the payment of a payer who failed.
 */
export async function completePowertranzCharge(
  { attemptId, fields }: ChallengeAnswer,
  clock: SessionClock,
): Promise<Outcome> {
  const charge = await findPowertranzCharge(attemptId);
  if (!charge) return { status: "not_found" };
  const now = await clock.timeOf(attemptId);
  if (charge.voidedAt || charge.declineCode || charge.paymentSentAt) return inquireCharge(charge, now);
  const token = isTokenUsable(charge, now) ? tokenOf(charge) : null;
  const { transactionIdentifier, terminalId, requiresAuthentication } = charge;
  const response = token ? readReturn(fields, { transactionIdentifier, token }) : null;
  if (!token || !response) return refuse(attemptId, null, clock);
  const { platform } = await loadTerminal(terminalId);
  const demand = { policy: await readPolicy(platform), requiresAuthentication };
  const { isAllowed, authentication } = judgeAuthentication(response, demand);
  if (!isAllowed) return refuse(attemptId, authentication, clock);
  return (await pay({ charge, token, authentication }, clock)) ?? currentOutcome(attemptId, clock);
}

/** Ends a charge whose payer was not authenticated. The payment call is never made. */
async function refuse(attemptId: string, authentication: Authentication | null, clock: SessionClock): Promise<Outcome> {
  const isEnded = await endUnpaid(attemptId, { declineCode: unauthenticatedCode, authentication });
  if (!isEnded) return currentOutcome(attemptId, clock);
  return { status: "declined", code: unauthenticatedCode, ...(authentication && { authentication }) };
}
