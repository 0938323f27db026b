import { declineOf } from "@/lib/reference/decline-codes";
import type { Outcome } from "../port";
import { cancelUnpaid, type PowertranzCharge, recordVoid, updatePowertranzCharge } from "./charge-store";
import { findGatewayOrder, isVoidedOrder, isVoidInDoubt } from "./queries/order";
import { loadTerminal, type Terminal } from "./terminal-store";
import { callPowertranz } from "./transport/transport";
import { codes, isIssuerCode, readTransaction } from "./wire/answers";

/** Voids a charge. A charge whose payment was never sent is cancelled without a call. */
export async function voidPowertranzCharge(charge: PowertranzCharge, now: Date): Promise<Outcome> {
  const { attemptId, terminalId, voidedAt, refunded } = charge;
  if (voidedAt) return { status: "voided" };
  if (await cancelUnpaid(attemptId, now)) return { status: "voided" };
  if (refunded > 0n) return { status: "error", reason: "The charge was refunded and cannot be voided." };
  const terminal = await loadTerminal(terminalId);
  const reply = await sendVoid(charge, terminal, now);
  if (reply === "silent" || reply === "transient") return { status: "unknown" };
  if (reply === "approved" && charge.approvedAt) {
    await recordVoid(attemptId, now);
    return { status: "voided" };
  }
  // The gateway may approve the void of a charge that has not arrived yet, and that void would have no effect. It may
  // refuse a void because an earlier one succeeded.
  const found = await findGatewayOrder(charge, terminal);
  if (found.kind === "absent") return { status: "not_found" };
  if (found.kind === "order" && isVoidedOrder(found.order)) {
    await recordVoid(attemptId, now);
    return { status: "voided" };
  }
  const isInDoubt = found.kind === "silent" || reply === "approved" || isVoidInDoubt(charge, now);
  return isInDoubt ? { status: "unknown" } : { status: "error", reason: "The void was refused." };
}

/** `transient`: the gateway refused for a reason that may pass. `unclear`: it knows no such charge, or said nothing. */
type VoidReply = "approved" | "refused" | "transient" | "unclear" | "silent";

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
  // This void had no effect, so only an earlier one can be in doubt.
  if (reply !== "approved" && reply !== "silent") await updatePowertranzCharge(attemptId, { voidSentAt });
  return reply;
}

function readVoid(answer: Awaited<ReturnType<typeof callPowertranz>>): VoidReply {
  if (answer.kind === "absent" || answer.kind === "empty") return "unclear";
  if (answer.kind === "unsent") return "transient";
  const { Approved, IsoResponseCode: code } = readTransaction(answer) ?? {};
  if (Approved === true && code === codes.approved) return "approved";
  if (!isIssuerCode(code) || code === codes.approved) return "silent";
  const isPassing = ["issuer_unavailable", "processing_error", "merchant_config"].includes(declineOf(code).category);
  return isPassing ? "transient" : "refused";
}
