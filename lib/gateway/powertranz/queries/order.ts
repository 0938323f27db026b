import type { PowertranzCharge } from "@/lib/gateway/powertranz/charge-store";
import type { Terminal } from "@/lib/gateway/powertranz/terminal-store";
import { callPowertranz } from "@/lib/gateway/powertranz/transport/transport";
import {
  codes,
  type GatewayOrder,
  isIssuerCode,
  readOrder,
  transactionTypes,
} from "@/lib/gateway/powertranz/wire/answers";

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
  // An answer with a code of its own is an error, such as refused credentials.
  if (!order || order.IsoResponseCode !== undefined) return { kind: "silent" };
  // A record with the code of an earlier stage, such as SP4, says that the payment did not arrive.
  const isPaid = order.Transactions.some(({ IsoResponseCode }) => isIssuerCode(IsoResponseCode));
  return isPaid ? { kind: "order", order } : { kind: "absent" };
}

export function isVoidedOrder({ VoidDateTime, Transactions }: GatewayOrder): boolean {
  const isVoid = ({ TransactionType, IsoResponseCode }: GatewayOrder["Transactions"][number]) =>
    TransactionType === transactionTypes.void && IsoResponseCode === codes.approved;
  return Boolean(VoidDateTime) || Transactions.some(isVoid);
}
