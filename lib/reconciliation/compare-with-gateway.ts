import { callGateway } from "@/lib/gateway/call";
import type { Outcome } from "@/lib/gateway/port";
import { gatewayFor } from "@/lib/transactions/gateways";
import type { Difference, GatewayItem } from "./store";

const inquiriesAtOnce = 5;

/** Asks the gateway for each of them. Asking changes nothing there. */
export async function compareWithGateway(items: readonly GatewayItem[]): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (let first = 0; first < items.length; first += inquiriesAtOnce) {
    const asked = await Promise.all(items.slice(first, first + inquiriesAtOnce).map(compare));
    differences.push(...asked.filter((difference) => difference !== null));
  }
  return differences;
}

async function compare(item: GatewayItem): Promise<Difference | null> {
  const gateway = gatewayFor(item);
  if (!gateway) return { subject: item.id, problem: "No acquirer is configured that could be asked." };
  const { status } = await callGateway(
    () => gateway.inquire(item.id),
    () => undefined,
  );
  if (status === "unknown") return { subject: item.id, problem: "The gateway did not say what became of it." };
  const isAsExpected = expectations[item.expected].includes(status);
  return isAsExpected
    ? null
    : { subject: item.id, problem: `By our books it was ${item.expected}; the gateway says ${status}.` };
}

const expectations: Readonly<Record<GatewayItem["expected"], readonly Outcome["status"][]>> = {
  charged: ["approved"],
  "taken back": ["voided", "declined", "not_found"],
  refunded: ["refunded"],
  "not refunded": ["declined", "error", "not_found"],
};
