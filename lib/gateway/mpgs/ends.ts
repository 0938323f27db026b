import type { Authentication, Outcome, SessionClock } from "../port";
import { endUnpaid, findMpgsCharge } from "./charge-store";
import { inquireCharge } from "./inquire";
import { declined } from "./outcomes";

/** The outcome of a charge that another call has changed in the meantime. */
export async function currentOutcome(attemptId: string, { timeOf }: SessionClock): Promise<Outcome> {
  const charge = await findMpgsCharge(attemptId);
  return charge ? inquireCharge(charge, await timeOf(attemptId)) : { status: "not_found" };
}

type Decline = { declineCode: string; authentication: Authentication | null };

/** Ends a charge before its payment. */
export async function decline(attemptId: string, end: Decline, clock: SessionClock): Promise<Outcome> {
  if (!(await endUnpaid(attemptId, end))) return currentOutcome(attemptId, clock);
  return declined(end.declineCode, end.authentication);
}
