import { day } from "@/lib/kit/clock";
import { sha256 } from "@/lib/kit/secrets/crypto";
import { approvedCode, unauthenticatedCode } from "@/lib/reference/response-codes";
import type { Simulation } from "@/lib/reference/simulation";
import type { AvsAnswer, Outcome } from "../port";
import { challengeHtml } from "./challenge-form";

/** How the truth about a charge reaches us, in milliseconds of the session's own time after the money was asked for. */
export const deliveries = {
  at_once: { answersAfterMs: 0, isAnswerLost: false, knownAfterMs: 0, before: "unknown" },
  slow: { answersAfterMs: 8_000, isAnswerLost: false, knownAfterMs: 8_000, before: "unknown" },
  by_inquiry: { answersAfterMs: 15_000, isAnswerLost: true, knownAfterMs: 20_000, before: "unknown" },
  never: { answersAfterMs: 15_000, isAnswerLost: true, knownAfterMs: Number.POSITIVE_INFINITY, before: "unknown" },
  // As if the request were held up on its way: nobody has heard of it, and then it is there.
  late: { answersAfterMs: 15_000, isAnswerLost: true, knownAfterMs: 60_000, before: "not_found" },
  // The same, and it is settled by then: it can be refunded, but not voided.
  late_settled: { answersAfterMs: 15_000, isAnswerLost: true, knownAfterMs: 60_000, before: "not_found" },
} as const;

export type Delivery = keyof typeof deliveries;
export type ChallengeState = "none" | "pending" | "passed" | "failed" | "cancelled";

/** A charge as the sandbox acquirer's books have it. */
export type Charge = {
  id: string;
  amount: bigint;
  currency: string;
  code: string;
  delivery: Delivery;
  avs: AvsAnswer;
  bank: Simulation["bank"];
  returnUrl: string;
  isVerification: boolean;
  calledAt: Date;
  challenge: ChallengeState;
  challengeTries: number;
  completedAt: Date | null;
  voidedAt: Date | null;
};

/** Whether the customer still has the bank's page to deal with, or its answer was not handed in yet. */
export function awaitsCustomer({ challenge, completedAt }: Charge): boolean {
  return challenge === "pending" || (challenge === "passed" && completedAt === null);
}

/** Whether money was asked for, so that the answer is a matter of how it is delivered. */
export function isAsked(charge: Charge): boolean {
  return charge.voidedAt === null && (charge.challenge === "none" || charge.challenge === "passed");
}

export function askedAt({ calledAt, completedAt }: Charge): Date {
  return completedAt ?? calledAt;
}

/**
 * From then on it cannot be voided any more. Only micro-charges settle by themselves: a tester who moves a failed
 * payment's clock on by days is still to see it taken back.
 */
const settledAfterMs = 2 * day;

export function isSettled(charge: Charge, at: Date): boolean {
  if (charge.delivery === "late_settled") return true;
  return charge.isVerification && at.getTime() - askedAt(charge).getTime() >= settledAfterMs;
}

/** What an inquiry is told at that moment of the session's time. */
export function outcomeAt(charge: Charge, at: Date): Outcome {
  if (charge.voidedAt) return { status: "voided" };
  if (awaitsCustomer(charge)) return { status: "challenge", html: challengeHtml(charge.id) };
  if (!isAsked(charge)) return { status: "declined", code: unauthenticatedCode };
  const { knownAfterMs, before } = deliveries[charge.delivery];
  if (at.getTime() - askedAt(charge).getTime() < knownAfterMs) return { status: before };
  if (charge.code !== approvedCode) return { status: "declined", code: charge.code };
  const isAuthenticated = charge.challenge === "passed";
  return {
    status: "approved",
    reference: referenceOf(charge.id),
    avs: charge.avs,
    ...(isAuthenticated && { isAuthenticated }),
  };
}

/** Twelve characters: a number of thirteen digits could be taken for a card's. */
function referenceOf(id: string): string {
  return sha256(`sandbox-reference ${id}`).toString("hex").slice(0, 12).toUpperCase();
}
