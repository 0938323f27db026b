import { later, now, second } from "@/lib/kit/clock";
import { drainDue } from "@/lib/kit/due-work";
import type { Minor } from "@/lib/kit/money";
import type { WithdrawalStatus } from "@/lib/reference/stored-values";
import { moveWithdrawal } from "./move-withdrawal";
import { completed, held, pending, processing, refunded, released } from "./status";
import { claimDue, type DueWithdrawal } from "./store";

/** The sandbox has no bank, so the worker moves its withdrawals on. The cents of the amount select the outcome. */
const stepMs = 30 * second;
const heldCents = 3n;
const refundedCents = 5n;

export const firstMoveAt = (createdAt: Date): Date => later(stepMs, createdAt);

function nextStep(status: WithdrawalStatus, amount: Minor): WithdrawalStatus | null {
  const cents = amount % 100n;
  switch (status) {
    case pending:
      return cents === heldCents ? held : processing;
    case held:
      return cents === heldCents ? released : null;
    case released:
      return processing;
    case processing:
      return cents === refundedCents ? refunded : completed;
    default:
      return null;
  }
}

/** Worker job: moves due sandbox withdrawals to their next status. */
export function moveSandboxWithdrawals(): Promise<void> {
  return drainDue((limit) => claimDue(now(), later(stepMs), limit), moveOn);
}

async function moveOn({ transactionId, status, amount }: DueWithdrawal): Promise<void> {
  const to = nextStep(status, amount);
  if (to === null) return;
  const hasNext = nextStep(to, amount) !== null;
  await moveWithdrawal(transactionId, to, { movesAt: hasNext ? later(stepMs) : null });
}
