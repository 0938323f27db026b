import { callGateway } from "@/lib/gateway/call";
import { type AttemptPlace, gatewayOf } from "@/lib/gateway/gateways";
import type { Outcome } from "@/lib/gateway/port";
import { second } from "@/lib/kit/clock";
import { drainDue } from "@/lib/kit/due-work";
import type { Minor } from "@/lib/kit/money";
import type { Currency } from "@/lib/reference/currencies";
import { type Simulation, simulationDefault } from "@/lib/reference/simulation";

/** If more time than this passes after the claim, the refund is not sent: another worker may have claimed it. */
const tooLateMs = 10 * second;

/** A claimed refund, requested by a merchant or by the platform. */
export type RefundCall = AttemptPlace & {
  id: string;
  attemptId: string;
  amount: Minor;
  currency: Currency;
  simulation: Partial<Simulation> | null;
  calledAt: Date;
  inquiries: number;
  /** True for the first call, which sends the refund to the gateway. Later calls only inquire about its status. */
  isFirst: boolean;
  askedAt: Date;
};

type Recorder<Refund> = (refund: Refund, outcome: Outcome) => Promise<void>;

/** Processes all due refunds. Sends each refund to the gateway once, and later only inquires about its status. */
export function drainRefunds<Refund extends RefundCall>(
  claim: (limit: number) => Promise<Refund[]>,
  record: Recorder<Refund>,
): Promise<void> {
  let claimedAt = performance.now();
  const claimNow = (limit: number) => {
    claimedAt = performance.now();
    return claim(limit);
  };
  return drainDue(claimNow, (refund) => callRefund(refund, claimedAt, record));
}

export async function callRefund<Refund extends RefundCall>(
  refund: Refund,
  claimedAt: number,
  recordOutcome: Recorder<Refund>,
): Promise<void> {
  if (refund.isFirst && performance.now() - claimedAt > tooLateMs) return;
  const record = (outcome: Outcome) => recordOutcome(refund, outcome);
  await record(await callGateway(() => callOrAsk(refund), record));
}

async function callOrAsk(refund: RefundCall): Promise<Outcome> {
  const gateway = await gatewayOf(refund);
  if (!refund.isFirst) return gateway.inquire(refund.id);
  const { id: refundId, attemptId, amount, currency, simulation } = refund;
  return gateway.refund({
    refundId,
    attemptId,
    amount,
    currency,
    simulation: simulation && { ...simulationDefault, ...simulation },
  });
}
