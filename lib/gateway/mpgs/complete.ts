import { unauthenticatedCode } from "@/lib/reference/response-codes";
import type { ChallengeAnswer, Outcome, SessionClock } from "../port";
import { askBank, readBankAnswer } from "./ask-bank";
import { claimAuthentication, findMpgsCharge, stepsOf } from "./charge-store";
import { currentOutcome, decline } from "./ends";
import { inquireCharge } from "./inquire";
import { transactionIds } from "./wire/requests";

/** Handles the browser's return from a page of the bank. The posted fields can prevent a payment, and prove nothing. */
export async function completeMpgsCharge(
  { attemptId, step, fields, returnUrl }: ChallengeAnswer,
  clock: SessionClock,
): Promise<Outcome> {
  const charge = await findMpgsCharge(attemptId);
  if (!charge) return { status: "not_found" };
  const now = await clock.timeOf(attemptId);
  if (charge.voidedAt || charge.declineCode || charge.paymentSentAt) return inquireCharge(charge, now);
  const steps = stepsOf(charge, now);
  if (!steps) return decline(attemptId, unauthenticated, clock);
  const { sessionId, facts, page } = steps;
  if (step < page.step) return { status: "challenge", html: page.html };
  if (page.kind === "method") {
    if (!(await claimAuthentication(attemptId, now))) return currentOutcome(attemptId, clock);
    return askBank({ attemptId, sessionId, facts, step: step + 1, returnUrl }, clock);
  }
  // Only this payer's browser knows the return address. So a return without these fields counts, too, and the gateway's
  // record decides.
  const names = (field: string, id: string) => [undefined, id].includes(fields[field]);
  const isOurs = names("order.id", attemptId) && names("transaction.id", transactionIds.authentication);
  return isOurs ? readBankAnswer(charge, steps, clock) : decline(attemptId, unauthenticated, clock);
}

const unauthenticated = { declineCode: unauthenticatedCode, authentication: null };
