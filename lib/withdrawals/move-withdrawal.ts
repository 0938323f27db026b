import type { AuditAction } from "@/lib/audit/actions";
import { recordBy } from "@/lib/audit/record";
import { inTransaction } from "@/lib/db/client";
import { now } from "@/lib/kit/clock";
import { payHeld, releaseHeld } from "@/lib/ledger/post";
import type { WithdrawalStatus } from "@/lib/reference/stored-values";
import { descriptionOf } from "./record";
import { cancelled, effectOf, sourcesOf } from "./status";
import { moveStatus, type WithdrawalStep } from "./store";
import { emitWithdrawalEvent } from "./withdrawal-events";

type Move = Partial<Pick<WithdrawalStep, "owner" | "movesAt" | "confirmBy" | "isAwaitingAnswer">> & {
  /** The actor for the audit log. Absent for automatic status changes. */
  actor?: string;
  /** True if the merchant confirms the payee with this status change. */
  isConfirmation?: true;
};

/**
 * The only function that changes a withdrawal's status. It also moves the held money. Returns false if the current
 * status does not allow the change.
 */
export async function moveWithdrawal(
  transactionId: string,
  to: WithdrawalStatus,
  { movesAt = null, actor, isConfirmation, ...guard }: Move = {},
): Promise<boolean> {
  return inTransaction(async () => {
    const at = now();
    const confirmedAt = isConfirmation && at;
    const moved = await moveStatus({ ...guard, transactionId, to, from: sourcesOf(to), at, movesAt, confirmedAt });
    if (!moved) return false;
    const { accountNumber, environment, currency, amount } = moved;
    const balanceKey = { accountNumber, environment, currency };
    const hold = { balanceKey, amount, subject: transactionId, for: "withdrawal" } as const;
    const effect = effectOf(to);
    if (effect === "pay") await payHeld(hold);
    if (effect === "release") await releaseHeld(hold);
    await emitWithdrawalEvent(moved);
    const detail = { environment, status: descriptionOf(moved) };
    if (actor) await recordBy(actor, accountNumber, actionOf(to, isConfirmation), { subject: transactionId, detail });
    return true;
  });
}

function actionOf(to: WithdrawalStatus, isConfirmation: boolean | undefined): AuditAction {
  if (to === cancelled) return "withdrawal.cancelled";
  return isConfirmation ? "withdrawal.confirmed" : "withdrawal.moved";
}
