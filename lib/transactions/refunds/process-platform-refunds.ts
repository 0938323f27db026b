import { inTransaction } from "@/lib/db/client";
import type { Outcome } from "@/lib/gateway/port";
import { day, hour, minute } from "@/lib/kit/clock";
import { newUlid } from "@/lib/kit/ids";
import { log } from "@/lib/kit/log";
import type { Minor } from "@/lib/kit/money";
import { returnLateCharge, takeLateCharge } from "@/lib/ledger/post";
import type { BalanceKey } from "@/lib/ledger/store";
import { appendEvents } from "@/lib/timeline/store";
import { drainRefunds } from "./call-refund";
import {
  cancelVoid,
  claimPlatformRefunds,
  countRejectedOf,
  endPlatformRefund,
  insertPlatformRefund,
  lockPlatformRefund,
  postponePlatformRefund,
} from "./platform-refund-store";
import { alertAfterMs, judgeRefund } from "./refund-rules";
import { type DueRefund, voidAfter } from "./refund-store";

type LateCharge = { sessionId: string; attemptId: string; balanceKey: BalanceKey; amount: Minor; now: Date };

/**
 * Refunds a late approval that the gateway refused to void. The merchant's balance does not change. Call inside the
 * transaction that records the refusal.
 */
export async function refundLateCharge({ balanceKey, ...charge }: LateCharge): Promise<void> {
  await takeLateCharge(balanceKey, charge.attemptId, charge.amount);
  await insertPlatformRefund({ ...charge, id: newUlid() });
  log.warn({ attempt: charge.attemptId }, "the gateway does not void a late approval: it is refunded at our expense");
}

/** Worker sweep: calls the gateway about due refunds. */
export function processPlatformRefunds(): Promise<void> {
  return drainRefunds(claimPlatformRefunds, recordOutcome);
}

async function recordOutcome(refund: DueRefund, outcome: Outcome): Promise<void> {
  const { id, sessionId, calledAt, askedAt, inquiries } = refund;
  await inTransaction(async () => {
    const { status, now } = await lockPlatformRefund(sessionId, id);
    const asked = refund.isFirst ? "refund" : "inquiry";
    const decision = judgeRefund(outcome, { calledAt, askedAt, now, inquiries, asked });
    // A refund that is recorded as rejected becomes refunded if the gateway has carried it out after all.
    if (status === "refunded" || (status === "rejected" && decision.result !== "refunded")) return;
    if (decision.result === null) {
      await postponePlatformRefund(id, decision);
      if (now.getTime() - calledAt.getTime() >= alertAfterMs)
        log.error({ refund: id }, "the gateway does not report the outcome of this refund: look into it");
      return;
    }
    await endPlatformRefund(id, decision.result, now);
    await (decision.result === "refunded" ? bookReturn(refund) : voidAgain(refund));
    await appendEvents(sessionId, now, [{ type: `platform_refund_${decision.result}`, detail: { refund: id } }]);
  });
}

async function bookReturn(refund: DueRefund): Promise<void> {
  const { id, attemptId, accountNumber, environment, currency, amount } = refund;
  await cancelVoid(attemptId);
  const isBooked = await returnLateCharge({ accountNumber, environment, currency }, attemptId, amount);
  if (!isBooked) log.error({ refund: id }, "the gateway returned a late approval twice: look into it");
}

const voidAgainAfter = [5 * minute, hour, day];

/** After a rejected refund, void and refund alternate until the gateway accepts one of them. */
async function voidAgain({ id, attemptId }: DueRefund): Promise<void> {
  const rejected = await countRejectedOf(attemptId);
  await voidAfter(attemptId, voidAgainAfter[rejected - 1] ?? day);
  if (rejected >= voidAgainAfter.length)
    log.error({ refund: id }, "the gateway neither voids nor refunds a late approval: look into it");
}
