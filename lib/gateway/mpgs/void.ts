import { isPast, later, minute } from "@/lib/kit/clock";
import type { Outcome } from "../port";
import { loadTerminal, type Terminal } from "../terminals/terminal-store";
import { cancelUnpaid, claimVoid, type MpgsCharge, recordVoid, updateMpgsCharge } from "./charge-store";
import type { ChargeState } from "./judge-charge";
import { findState, queryLagMs } from "./queries/order";
import { callMpgs, type MpgsAnswer, paymentLimitMs, queryLimitMs, startWithinMs } from "./transport/transport";
import { isAbout, readRecord } from "./wire/answers";
import { declineCodeOf } from "./wire/codes";
import { transactionIds, transactionPath, voidBody } from "./wire/requests";

/**
 * Voids without a clear answer are repeated for this time. Afterwards no void is sent, and the gateway's own records
 * decide alone. So every void ends, whatever the gateway answers to it.
 */
const repeatForMs = 2 * minute;
/** This long after the first unclear void, the records are final: no void or payment that they lack is expected. */
const settledAfterMs = 5 * minute;

/** Voids a charge. A charge whose payment was never sent is cancelled without a call. */
export async function voidMpgsCharge(charge: MpgsCharge, now: Date): Promise<Outcome> {
  const { attemptId, terminalId, voidedAt, refunded, voidStartedAt, voidUnclearAt, voidRefusedAt } = charge;
  if (voidedAt) return { status: "voided" };
  if (await cancelUnpaid(attemptId, now)) return { status: "voided" };
  if (refunded > 0n) return { status: "error", reason: "The charge was refunded and cannot be voided." };
  const terminal = await loadTerminal(terminalId);
  const before = await findState(charge, terminal);
  const startBy = performance.now() + startWithinMs;
  if (!(await claimVoid(attemptId, now, later(startWithinMs + queryLimitMs, now)))) return unknown;
  const target = targetOf(charge, before, now);
  const known = target === null ? "none" : replyOfBefore(charge, before, now);
  const sent = known ?? (await sendVoid(charge, target ?? "", terminal, startBy));
  const after = known ? before : await findState(charge, terminal);
  // If the payment had succeeded, its approved void is final, although queries may still show the payment. Otherwise
  // the payment may yet succeed, so the records decide.
  const wasSuccess = charge.approvedAt !== null || before.kind === "approved" || before.kind === "authorised";
  const isReleased = sent === "approved" && wasSuccess && target === transactionIds.payment;
  const reply = sent === "approved" ? "unclear" : sent;
  const outcome = isReleased ? voided : judgeVoid(charge, after, { reply, now });
  if (outcome.status === "voided") await recordVoid(attemptId, now);
  // The time counts only while the gateway receives voids and shows its records.
  const isUnclear = outcome.status === "unknown" && after.kind !== "silent" && reply !== "unsent";
  await updateMpgsCharge(attemptId, {
    voidStartedAt: isUnclear ? (voidStartedAt ?? now) : null,
    voidUnclearAt: reply === "unclear" ? now : voidUnclearAt,
    voidRunningUntil: null,
    // The void of a payment that has not arrived is refused, too, and must be sent again.
    voidRefusedAt: reply === "refused" && !known && before.kind !== "absent" ? now : voidRefusedAt,
  });
  return outcome;
}

const voided: Outcome = { status: "voided" };
const unknown: Outcome = { status: "unknown" };

type FoundState = ChargeState | { kind: "silent" };

/**
 * Null if a void must be sent. A refused one is not repeated, and neither is one that stays without a clear answer.
 * Only reserved money is voided again and again, because it cannot be refunded.
 */
function replyOfBefore(
  { voidStartedAt, voidRefusedAt }: MpgsCharge,
  { kind }: FoundState,
  now: Date,
): "refused" | "none" | null {
  if (kind === "voided" || kind === "declined") return "none";
  if (kind === "authorised") return null;
  if (voidRefusedAt && !isPast(voidRefusedAt, repeatForMs, now)) return "refused";
  return voidStartedAt && isPast(voidStartedAt, repeatForMs, now) ? "none" : null;
}

/**
 * A void targets the last success. Null while it is not known whether the capture was one: an authorisation that was
 * captured must not be voided in its stead.
 */
function targetOf({ captureSentAt }: MpgsCharge, { kind }: FoundState, now: Date): string | null {
  if (captureSentAt === null) return transactionIds.payment;
  if (kind === "approved") return transactionIds.capture;
  const isShown = isPast(captureSentAt, paymentLimitMs + queryLagMs, now);
  return kind === "authorised" && isShown ? transactionIds.payment : null;
}

type VoidReply =
  | "refused"
  /** No answer, or one that leaves open whether the charge was voided. */
  | "unclear"
  | "unsent"
  /** No void was sent: the records decide. */
  | "none";

/** The gateway may refuse a void because an earlier one succeeded, so its records decide. */
function judgeVoid(
  { voidStartedAt, voidUnclearAt }: MpgsCharge,
  state: FoundState,
  { reply, now }: { reply: VoidReply; now: Date },
): Outcome {
  const isSettled = voidStartedAt !== null && isPast(voidStartedAt, settledAfterMs, now);
  switch (state.kind) {
    case "silent":
      return unknown;
    case "voided":
      return voided;
    case "declined":
      return { status: "not_found" };
    case "absent":
      return reply === "refused" || isSettled ? { status: "not_found" } : unknown;
    case "approved": {
      const isInDoubt = voidUnclearAt !== null && !isPast(voidUnclearAt, settledAfterMs, now);
      return (reply === "refused" && !isInDoubt) || isSettled
        ? { status: "error", reason: "The void was refused." }
        : unknown;
    }
    case "authorised":
      return isSettled ? { status: "not_found", isReserved: true } : unknown;
    case "open":
      return isSettled ? { status: "not_found" } : unknown;
  }
}

/** Each void has an id of its own, so that the gateway does not repeat its answer to an earlier one. */
async function sendVoid(
  { attemptId, voidCount }: MpgsCharge,
  target: string,
  { credentials }: Terminal,
  startBy: number,
): Promise<VoidReply | "approved"> {
  const transactionId = `void-${target}-${voidCount}`;
  const path = transactionPath(attemptId, transactionId);
  const call = { method: "PUT", path, body: voidBody(target), limitMs: queryLimitMs, startBy } as const;
  const answer = await callMpgs(credentials, call);
  const reply = readVoid(answer, { orderId: attemptId, transactionId });
  // After a lost answer, the same void is sent again: it moves no money twice.
  const isAnswered = answer.kind === "processed" || answer.kind === "refused";
  if (isAnswered) await updateMpgsCharge(attemptId, { voidCount: voidCount + 1 });
  return reply;
}

function readVoid(answer: MpgsAnswer, asked: { orderId: string; transactionId: string }): VoidReply | "approved" {
  if (answer.kind === "unsent") return "unsent";
  if (answer.kind === "refused") return answer.because === "credentials" ? "unsent" : "refused";
  const record = answer.kind === "processed" ? readRecord(answer.body) : null;
  if (!record || !isAbout(record, asked)) return "unclear";
  const { gatewayCode, acquirerCode } = record.response ?? {};
  if (record.result === "SUCCESS" && gatewayCode === "APPROVED") return "approved";
  const isRefused = declineCodeOf({ gatewayCode, acquirerCode, isAuthenticated: false }) !== null;
  return record.result === "FAILURE" && isRefused ? "refused" : "unclear";
}
