import type { PowertranzCharge } from "@/lib/gateway/powertranz/charge-store";
import { callPowertranz, type GatewayAnswer } from "@/lib/gateway/powertranz/transport/transport";
import {
  codes,
  type GatewayOrder,
  isIssuerCode,
  readOrder,
  readTransaction,
  transactionTypes,
  unknownCodes,
} from "@/lib/gateway/powertranz/wire/answers";
import type { Terminal } from "@/lib/gateway/terminals/terminal-store";
import { isPast, second } from "@/lib/kit/clock";

/** The gateway's queries may lag behind its charges and voids by this time. */
export const queryLagMs = 45 * second;

/**
 * Whether an answer to a query says that there is no payment. An answer with another code and without an identifier is
 * an error, such as refused credentials. A record with the code of an earlier stage, such as SP4, was never paid.
 */
export function isAbsence(answer: GatewayAnswer): boolean {
  if (answer.kind === "absent" || answer.kind === "empty") return true;
  const found = readTransaction(answer);
  if (!found) return false;
  const { TransactionIdentifier: identifier, IsoResponseCode: code } = found;
  return identifier ? !isIssuerCode(code) : code === undefined || unknownCodes.includes(code);
}

/** All transactions of a charge at the gateway: the sale, its void and its refunds. */
export type FoundOrder = { kind: "order"; order: GatewayOrder } | { kind: "absent" } | { kind: "silent" };

export async function findGatewayOrder(
  { transactionIdentifier }: PowertranzCharge,
  { credentials }: Terminal,
): Promise<FoundOrder> {
  const path = `Transactions/OrderSearch/${transactionIdentifier}`;
  return readFoundOrder(await callPowertranz(credentials, { method: "GET", path }));
}

/** An answer with a code and without transactions is an error of the gateway, unless the code means "not found". */
export function readFoundOrder(answer: GatewayAnswer): FoundOrder {
  const order = readOrder(answer);
  if (order?.Transactions.some(({ IsoResponseCode }) => isIssuerCode(IsoResponseCode))) return { kind: "order", order };
  return { kind: isAbsence(answer) ? "absent" : "silent" };
}

export function isVoidedOrder({ VoidDateTime, Transactions }: GatewayOrder): boolean {
  const isVoid = ({ TransactionType, IsoResponseCode }: GatewayOrder["Transactions"][number]) =>
    TransactionType === transactionTypes.void && IsoResponseCode === codes.approved;
  return Boolean(VoidDateTime) || Transactions.some(isVoid);
}

export const isSettledOrder = ({ SettledAmount = 0n }: GatewayOrder): boolean => SettledAmount > 0n;

/** Whether a void was sent so recently that the gateway's queries may not show it yet. */
export const isVoidInDoubt = ({ voidSentAt }: PowertranzCharge, now: Date): boolean =>
  voidSentAt !== null && !isPast(voidSentAt, queryLagMs, now);
