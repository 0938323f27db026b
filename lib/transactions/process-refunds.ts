import { inTransaction } from "@/lib/db/client";
import { callGateway } from "@/lib/gateway/call";
import type { Outcome } from "@/lib/gateway/port";
import { forAllDue } from "@/lib/kit/due-work";
import { log } from "@/lib/kit/log";
import { payHeld, releaseHeld } from "@/lib/ledger/post";
import { simulationDefault } from "@/lib/reference/simulation";
import { gatewayOrThrow } from "./gateways";
import { alertAfterMs, judgeRefund } from "./refund-rules";
import { claimRefunds, type DueRefund, endRefund, lockOpenRefund, postponeRefund } from "./refund-store";
import { appendEvents } from "./timeline-store";

/**
 * For the worker, every second: tells the gateway of a refund once, and from then on only asks what became of it.
 */
export function processRefunds(): Promise<void> {
  return forAllDue(claimRefunds, async (refund) => {
    const record = (outcome: Outcome) => recordOutcome(refund, outcome);
    await record(await callGateway(() => callOrAsk(refund), record));
  });
}

function callOrAsk(refund: DueRefund): Promise<Outcome> {
  const gateway = gatewayOrThrow(refund);
  if (!refund.is_first) return gateway.inquire(refund.id);
  const { id: refundId, attempt_id: attemptId, amount, currency, simulation } = refund;
  return gateway.refund({
    refundId,
    attemptId,
    amount,
    currency,
    simulation: simulation && { ...simulationDefault, ...simulation },
  });
}

async function recordOutcome(refund: DueRefund, outcome: Outcome): Promise<void> {
  const { id, session_id: sessionId, called_at: calledAt, inquiries } = refund;
  await inTransaction(async () => {
    const locked = await lockOpenRefund(id);
    if (!locked) return;
    const { now } = locked;
    const asked = refund.is_first ? "refund" : "inquiry";
    const decision = judgeRefund(outcome, { calledAt, now, inquiries, asked });
    if (decision.result === null) {
      await postponeRefund(id, decision.dueAt);
      if (now.getTime() - calledAt.getTime() >= alertAfterMs)
        log.error({ refund: id }, "the gateway does not say what became of this refund: look into it");
      return;
    }
    const { account_number: accountNumber, environment, currency, amount } = refund;
    const errand = { purse: { accountNumber, environment, currency }, subject: id, amount, for: "refund" } as const;
    await (decision.result === "refunded" ? payHeld(errand) : releaseHeld(errand));
    await endRefund(id, decision.result, now);
    await appendEvents(sessionId, now, [{ type: `refund_${decision.result}`, detail: { refund: id } }]);
  });
}
