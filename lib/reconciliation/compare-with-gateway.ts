import { callGateway } from "@/lib/gateway/call";
import { gatewayOf } from "@/lib/gateway/gateways";
import type { Outcome } from "@/lib/gateway/port";
import type { Difference, GatewayItem } from "./store";

const inquiriesAtOnce = 5;
/** After this many unanswered inquiries the gateway counts as down, and the other inquiries wait for the next run. */
const silencesMax = 20;

/** Asks the gateway for the state of each charge and refund. An inquiry changes nothing at the gateway. */
export async function compareWithGateway(items: readonly GatewayItem[]): Promise<Difference[]> {
  const differences: Difference[] = [];
  let silences = 0;
  for (let first = 0; first < items.length; first += inquiriesAtOnce) {
    const some = items.slice(first, first + inquiriesAtOnce);
    const found = silences < silencesMax ? await Promise.all(some.map(compare)) : some.map(unanswered);
    silences = found.every((difference) => difference?.ask) ? silences + found.length : 0;
    differences.push(...found.filter((difference) => difference !== null));
  }
  return differences;
}

async function compare(item: GatewayItem): Promise<Difference | null> {
  const { status } = await callGateway(
    async () => (await gatewayOf(item)).inquire(item.id),
    () => undefined,
  );
  if (status === "unknown" || status === "error") return unanswered(item);
  const isAsExpected = expectations[item.expected].includes(status);
  return isAsExpected
    ? null
    : { subject: item.id, problem: `By our books it was ${item.expected}; the gateway says ${status}.` };
}

const unanswered = (item: GatewayItem): Difference => ({
  subject: item.id,
  problem: "The gateway did not say what became of it, and is asked again.",
  ask: item,
});

/**
 * The gateway's answers that match each expected state. A gateway may report a refunded charge as `refunded` instead of
 * `approved`.
 */
const expectations: Readonly<Record<GatewayItem["expected"], readonly Outcome["status"][]>> = {
  charged: ["approved", "refunded"],
  "taken back": ["voided", "declined", "not_found"],
  refunded: ["refunded"],
  "not refunded": ["declined", "not_found"],
};
