import { day } from "@/lib/kit/clock";
import { sha256 } from "@/lib/kit/secrets/crypto";
import { approvedCode, unauthenticatedCode } from "@/lib/reference/response-codes";
import type { Simulation } from "@/lib/reference/simulation";
import type { AvsAnswer, Outcome } from "../port";
import { challengeHtml, deviceHtml } from "./challenge-form";

/**
 * When the outcome of a charge becomes known, in milliseconds of the session's clock after the charge was requested.
 */
export const deliveries = {
  at_once: { answersAfterMs: 0, isAnswerLost: false, knownAfterMs: 0, before: "unknown" },
  slow_3_s: { answersAfterMs: 3_000, isAnswerLost: false, knownAfterMs: 3_000, before: "unknown" },
  slow: { answersAfterMs: 8_000, isAnswerLost: false, knownAfterMs: 8_000, before: "unknown" },
  slow_12_s: { answersAfterMs: 12_000, isAnswerLost: false, knownAfterMs: 12_000, before: "unknown" },
  by_inquiry: { answersAfterMs: 15_000, isAnswerLost: true, knownAfterMs: 20_000, before: "unknown" },
  never: { answersAfterMs: 15_000, isAnswerLost: true, knownAfterMs: Number.POSITIVE_INFINITY, before: "unknown" },
  // Simulates a request that reaches the acquirer late: inquiries find the charge only after a minute.
  late: { answersAfterMs: 15_000, isAnswerLost: true, knownAfterMs: 60_000, before: "not_found" },
  // Like `late`, but the charge is settled when it appears, so it can be refunded but not voided.
  late_settled: { answersAfterMs: 15_000, isAnswerLost: true, knownAfterMs: 60_000, before: "not_found" },
} as const;

export type Delivery = keyof typeof deliveries;
/** With `device`, the bank looks at the browser and then passes the payer, or asks for the code, too. */
type ChallengeState = "none" | "device" | "device_then_code" | "pending" | "passed" | "failed" | "cancelled";

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

/** Whether a page of the bank is open, or was passed but not submitted yet. */
function awaitsCustomer({ challenge, completedAt }: Charge): boolean {
  return awaitsDevice({ challenge }) || challenge === "pending" || (challenge === "passed" && completedAt === null);
}

export const awaitsDevice = ({ challenge }: Pick<Charge, "challenge">): boolean =>
  challenge === "device" || challenge === "device_then_code";

/**
 * Whether the bank was asked for the money: the charge has no challenge, or the customer passed it. From then on
 * `delivery` decides when the outcome becomes known.
 */
export function isAsked(charge: Charge): boolean {
  return charge.voidedAt === null && (charge.challenge === "none" || charge.challenge === "passed");
}

export function askedAt({ calledAt, completedAt }: Charge): Date {
  return completedAt ?? calledAt;
}

/**
 * Age at which a micro-charge is settled and cannot be voided any more. Other charges do not settle with time. So a
 * tester can advance the clock of a failed payment by days and still see its charge voided.
 */
const settledAfterMs = 2 * day;

export function isSettled(charge: Charge, at: Date): boolean {
  if (charge.delivery === "late_settled") return true;
  return charge.isVerification && at.getTime() - askedAt(charge).getTime() >= settledAfterMs;
}

/** The acquirer's answer to an inquiry about the charge at this time of the session's clock. */
export function outcomeAt(charge: Charge, at: Date): Outcome {
  if (charge.voidedAt) return { status: "voided" };
  if (awaitsDevice(charge)) return { status: "challenge", html: deviceHtml(charge.returnUrl) };
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
    ...(charge.isVerification && { firstChargeId: referenceOf(`first ${charge.id}`) }),
  };
}

/** The acquirer's reference has twelve characters, because thirteen digits could be mistaken for a card number. */
function referenceOf(id: string): string {
  return sha256(`sandbox-reference ${id}`).toString("hex").slice(0, 12).toUpperCase();
}
