import { day } from "@/lib/kit/clock";
import { sha256 } from "@/lib/kit/secrets/crypto";
import { approvedCode, unauthenticatedCode } from "@/lib/reference/response-codes";
import type { Simulation } from "@/lib/reference/simulation";
import type { AvsAnswer, Outcome } from "../port";
import { challengeHtml } from "./challenge-form";

/** When the outcome of a charge becomes known, in milliseconds of the session's clock after the charge was requested. */
export const deliveries = {
  at_once: { answersAfterMs: 0, isAnswerLost: false, knownAfterMs: 0, before: "unknown" },
  slow: { answersAfterMs: 8_000, isAnswerLost: false, knownAfterMs: 8_000, before: "unknown" },
  by_inquiry: { answersAfterMs: 15_000, isAnswerLost: true, knownAfterMs: 20_000, before: "unknown" },
  never: { answersAfterMs: 15_000, isAnswerLost: true, knownAfterMs: Number.POSITIVE_INFINITY, before: "unknown" },
  // Simulates a delayed request: the charge is unknown at first and appears later.
  late: { answersAfterMs: 15_000, isAnswerLost: true, knownAfterMs: 60_000, before: "not_found" },
  // The same, but the charge is already settled: it can be refunded, not voided.
  late_settled: { answersAfterMs: 15_000, isAnswerLost: true, knownAfterMs: 60_000, before: "not_found" },
} as const;

export type Delivery = keyof typeof deliveries;
export type ChallengeState = "none" | "pending" | "passed" | "failed" | "cancelled";

/** A charge in the sandbox acquirer's own table. */
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

/** Whether the challenge is open, or was passed but not submitted yet. */
function awaitsCustomer({ challenge, completedAt }: Charge): boolean {
  return challenge === "pending" || (challenge === "passed" && completedAt === null);
}

/** Whether the charge itself was requested, so that `delivery` decides when the outcome is known. */
export function isAsked(charge: Charge): boolean {
  return charge.voidedAt === null && (charge.challenge === "none" || charge.challenge === "passed");
}

export function askedAt({ calledAt, completedAt }: Charge): Date {
  return completedAt ?? calledAt;
}

/**
 * From then on a charge cannot be voided. Only micro-charges settle with time: a tester who advances the clock of a
 * failed payment by days should still see the charge voided.
 */
const settledAfterMs = 2 * day;

export function isSettled(charge: Charge, at: Date): boolean {
  if (charge.delivery === "late_settled") return true;
  return charge.isVerification && at.getTime() - askedAt(charge).getTime() >= settledAfterMs;
}

/** The answer to an inquiry at this time of the session's clock. */
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

/** Twelve characters, because thirteen digits could be mistaken for a card number. */
function referenceOf(id: string): string {
  return sha256(`sandbox-reference ${id}`).toString("hex").slice(0, 12).toUpperCase();
}
