import type { Outcome } from "../port";
import { cancelUnpaid, type PowertranzCharge, updatePowertranzCharge } from "./charge-store";
import { loadTerminal, type Terminal } from "./terminal-store";
import { callPowertranz } from "./transport";
import { codes, type GatewayOrder, readOrder, readTransaction, transactionTypes } from "./wire";

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
  if (!made) return { status: "unknown" };
  if (made.Approved === true && made.IsoResponseCode === codes.approved) return recordVoid(attemptId, now);
  return explainRefusal(charge, terminal, now);
}

async function recordVoid(attemptId: string, voidedAt: Date): Promise<Outcome> {
  await updatePowertranzCharge(attemptId, { voidedAt });
  return { status: "voided" };
}

/** A void is refused if an earlier void succeeded, if the charge does not exist, or if the charge is settled. */
async function explainRefusal(
  { attemptId, transactionIdentifier }: PowertranzCharge,
  { credentials }: Terminal,
  now: Date,
): Promise<Outcome> {
  const path = `Transactions/OrderSearch/${transactionIdentifier}`;
  const answer = await callPowertranz(credentials, { method: "GET", path });
  if (answer.kind === "absent" || answer.kind === "empty") return { status: "not_found" };
  const order = readOrder(answer);
  if (!order) return { status: "unknown" };
  if (isVoided(order)) return recordVoid(attemptId, now);
  return order.Transactions.length === 0
    ? { status: "not_found" }
    : { status: "error", reason: "The gateway refused the void." };
}

function isVoided({ VoidDateTime, Transactions }: GatewayOrder): boolean {
  const isVoid = ({ TransactionType, IsoResponseCode }: GatewayOrder["Transactions"][number]) =>
    TransactionType === transactionTypes.void && IsoResponseCode === codes.approved;
  return Boolean(VoidDateTime) || Transactions.some(isVoid);
}
