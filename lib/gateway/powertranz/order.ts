import type { PowertranzCharge } from "./charge-store";
import type { Terminal } from "./terminal-store";
import { callPowertranz } from "./transport";
import { codes, type GatewayOrder, isIssuerCode, readOrder, transactionTypes } from "./wire";

/** All transactions of a charge at the gateway: the sale, its void and its refunds. */
export type FoundOrder = { kind: "order"; order: GatewayOrder } | { kind: "absent" } | { kind: "silent" };

export async function findGatewayOrder(
  { transactionIdentifier }: PowertranzCharge,
  { credentials }: Terminal,
): Promise<FoundOrder> {
  const path = `Transactions/OrderSearch/${transactionIdentifier}`;
  const answer = await callPowertranz(credentials, { method: "GET", path });
  if (answer.kind === "absent" || answer.kind === "empty") return { kind: "absent" };
  const order = readOrder(answer);
  if (!order) return { kind: "silent" };
  // A record with the code of an earlier stage, such as SP4, says that the payment did not arrive.
  const isPaid = order.Transactions.some(({ IsoResponseCode }) => isIssuerCode(IsoResponseCode));
  return isPaid ? { kind: "order", order } : { kind: "absent" };
}

export function isVoidedOrder({ VoidDateTime, Transactions }: GatewayOrder): boolean {
  const isVoid = ({ TransactionType, IsoResponseCode }: GatewayOrder["Transactions"][number]) =>
    TransactionType === transactionTypes.void && IsoResponseCode === codes.approved;
  return Boolean(VoidDateTime) || Transactions.some(isVoid);
}
