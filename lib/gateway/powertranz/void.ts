import type { Outcome } from "../port";
import { cancelUnpaid, type PowertranzCharge, recordVoid } from "./charge-store";
import { findGatewayOrder, isVoidedOrder } from "./queries/order";
import { loadTerminal } from "./terminal-store";
import { callPowertranz } from "./transport/transport";
import { codes, readTransaction } from "./wire/answers";

/** Voids a charge. A charge whose payment was never sent is cancelled without a call. */
export async function voidPowertranzCharge(charge: PowertranzCharge, now: Date): Promise<Outcome> {
  const { attemptId, terminalId, transactionIdentifier, voidedAt, refunded } = charge;
  if (voidedAt) return { status: "voided" };
  if (await cancelUnpaid(attemptId, now)) return { status: "voided" };
  if (refunded > 0n) return { status: "error", reason: "The charge was refunded and cannot be voided." };
  const terminal = await loadTerminal(terminalId);
  const answer = await callPowertranz(terminal.credentials, {
    method: "POST",
    path: "void",
    body: JSON.stringify({
      TransactionIdentifier: transactionIdentifier,
      TerminalCode: "",
      ExternalIdentifier: attemptId,
    }),
  });
  if (answer.kind === "absent") return { status: "not_found" };
  const made = readTransaction(answer);
  if (!made || made.IsoResponseCode === codes.unauthorised) return { status: "unknown" };
  const isMade = made.Approved === true && made.IsoResponseCode === codes.approved;
  if (isMade && charge.approvedAt) {
    await recordVoid(attemptId, now);
    return { status: "voided" };
  }
  // The gateway may approve the void of a charge that has not arrived yet, and that void would have no effect.
  const found = await findGatewayOrder(charge, terminal);
  if (found.kind === "absent") return { status: "not_found" };
  if (found.kind === "silent") return { status: "unknown" };
  if (!isVoidedOrder(found.order))
    return isMade ? { status: "unknown" } : { status: "error", reason: "The void was refused." };
  await recordVoid(attemptId, now);
  return { status: "voided" };
}
