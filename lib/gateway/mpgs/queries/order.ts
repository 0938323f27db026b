import type { MpgsCharge } from "@/lib/gateway/mpgs/charge-store";
import { type ChargeState, stateOf } from "@/lib/gateway/mpgs/judge-charge";
import { callMpgs } from "@/lib/gateway/mpgs/transport/transport";
import { type GatewayOrder, readOrder } from "@/lib/gateway/mpgs/wire/answers";
import { orderPath } from "@/lib/gateway/mpgs/wire/requests";
import type { Terminal } from "@/lib/gateway/terminals/terminal-store";
import { second } from "@/lib/kit/clock";

/** The gateway's queries may lag behind its charges and voids by this time. */
export const queryLagMs = 45 * second;

/** The order of a charge at the gateway, with all its transactions. */
export type FoundOrder = { kind: "order"; order: GatewayOrder } | { kind: "absent" } | { kind: "silent" };

export async function findGatewayOrder({ attemptId }: MpgsCharge, { credentials }: Terminal): Promise<FoundOrder> {
  const answer = await callMpgs(credentials, { method: "GET", path: orderPath(attemptId) });
  if (answer.kind === "refused") return { kind: answer.because === "invalid" ? "absent" : "silent" };
  const order = answer.kind === "processed" ? readOrder(answer.body) : null;
  return order?.id === attemptId ? { kind: "order", order } : { kind: "silent" };
}

/** What became of a charge at the gateway. */
export async function findState(charge: MpgsCharge, terminal: Terminal): Promise<ChargeState | { kind: "silent" }> {
  const found = await findGatewayOrder(charge, terminal);
  return found.kind === "order" ? stateOf(charge, found.order) : found;
}
