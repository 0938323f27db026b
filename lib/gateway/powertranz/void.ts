import { isPast, minute } from "@/lib/kit/clock";
import { declineOf } from "@/lib/reference/decline-codes";
import type { Outcome } from "../port";
import { loadTerminal, type Terminal } from "../terminals/terminal-store";
import { cancelUnpaid, type PowertranzCharge, recordVoid, updatePowertranzCharge } from "./charge-store";
import { type FoundOrder, findGatewayOrder, isSettledOrder, isVoidedOrder } from "./queries/order";
import { callPowertranz, type GatewayAnswer } from "./transport/transport";
import { codes, isIssuerCode, readTransaction } from "./wire/answers";

/**
 * Voids without a clear answer are repeated for this time. Afterwards no void is sent, and the gateway's own records
 * decide alone. So every void ends, whatever the gateway answers to it.
 */
const repeatForMs = minute;
/**
 * A void that may have had an effect is believed to have had none if the gateway's records still lack it after this
 * time.
 */
const shownWithinMs = 5 * minute;

/** Voids a charge. A charge whose payment was never sent is cancelled without a call. */
export async function voidPowertranzCharge(charge: PowertranzCharge, now: Date): Promise<Outcome> {
  const { attemptId, terminalId, voidedAt, refunded, voidStartedAt } = charge;
  if (voidedAt) return { status: "voided" };
  if (await cancelUnpaid(attemptId, now)) return { status: "voided" };
  if (refunded > 0n) return { status: "error", reason: "The charge was refunded and cannot be voided." };
  const terminal = await loadTerminal(terminalId);
  const isRepeated = voidStartedAt === null || !isPast(voidStartedAt, repeatForMs, now);
  const reply = isRepeated ? await sendVoid(charge, terminal, now) : "given_up";
  const isVoided = reply === "approved" && charge.approvedAt !== null;
  const found = isVoided ? null : await findGatewayOrder(charge, terminal);
  const outcome: Outcome = found ? judgeVoid(charge, found, { reply, now }) : { status: "voided" };
  if (outcome.status === "voided") await recordVoid(attemptId, now);
  // The time counts only while the gateway receives voids and shows its records.
  const isUnclear = outcome.status === "unknown" && found?.kind !== "silent" && reply !== "unsent";
  await updatePowertranzCharge(attemptId, { voidStartedAt: isUnclear ? (voidStartedAt ?? now) : null });
  return outcome;
}

type VoidReply =
  | "approved"
  | "refused"
  /** The gateway answered without a body, as it may for an unknown charge. */
  | "empty"
  /** No answer, or an error that may follow a success. */
  | "silent"
  | "unsent"
  /** No void was sent, because the earlier ones got no clear answer. */
  | "given_up";

/** These voids had no effect. */
const harmlessReplies: readonly VoidReply[] = ["refused", "unsent"];
/** After these replies, "not found" is believed at once. */
const clearReplies: readonly VoidReply[] = ["approved", "refused", "empty", "given_up"];

/**
 * The gateway may approve the void of a charge that has not arrived yet, and that void has no effect. It may refuse a
 * void because an earlier one succeeded. So the gateway's records decide.
 */
function judgeVoid(
  { voidSentAt, voidApprovedAt }: PowertranzCharge,
  found: FoundOrder,
  { reply, now }: { reply: VoidReply; now: Date },
): Outcome {
  switch (found.kind) {
    case "silent":
      return { status: "unknown" };
    case "absent":
      return { status: clearReplies.includes(reply) ? "not_found" : "unknown" };
    case "order": {
      if (isVoidedOrder(found.order)) return { status: "voided" };
      const isClear = reply === "refused" || reply === "given_up";
      const isInDoubt = voidSentAt !== null && !isPast(voidSentAt, shownWithinMs, now);
      // A voided charge is never settled. So only a settled charge may be refunded after an approved void.
      const isReturned = voidApprovedAt !== null && !isSettledOrder(found.order);
      if (!isClear || isInDoubt || isReturned) return { status: "unknown" };
      return { status: "error", reason: "The void was refused." };
    }
  }
}

async function sendVoid(charge: PowertranzCharge, { credentials }: Terminal, now: Date): Promise<VoidReply> {
  const { attemptId, transactionIdentifier, voidSentAt } = charge;
  await updatePowertranzCharge(attemptId, { voidSentAt: now });
  const answer = await callPowertranz(credentials, {
    method: "POST",
    path: "void",
    body: JSON.stringify({
      TransactionIdentifier: transactionIdentifier,
      TerminalCode: "",
      ExternalIdentifier: attemptId,
    }),
  });
  const reply = readVoid(answer);
  if (reply === "approved") await updatePowertranzCharge(attemptId, { voidApprovedAt: now });
  // Only an earlier void can be in doubt.
  if (harmlessReplies.includes(reply)) await updatePowertranzCharge(attemptId, { voidSentAt });
  return reply;
}

export function readVoid(answer: GatewayAnswer): VoidReply {
  if (answer.kind === "absent") return "refused";
  if (answer.kind === "empty" || answer.kind === "unsent") return answer.kind;
  const { Approved, IsoResponseCode: code } = readTransaction(answer) ?? {};
  if (Approved === true && code === codes.approved) return "approved";
  if (!isIssuerCode(code) || code === codes.approved) return "silent";
  const isUnclear = ["issuer_unavailable", "processing_error", "merchant_config", "duplicate"];
  return isUnclear.includes(declineOf(code).category) ? "silent" : "refused";
}
