import { actorOf } from "@/lib/audit/record";
import type { Caller } from "@/lib/http/message/caller";
import { AppError, notFound } from "@/lib/kit/errors";
import type { Environment } from "@/lib/reference/platforms";
import { refuseHold } from "./answer-hold";
import { moveWithdrawal } from "./move-withdrawal";
import { descriptionOf } from "./record";
import { cancelled } from "./status";
import { findWithdrawal } from "./store";

export async function cancelWithdrawal(caller: Caller, environment: Environment, transactionId: string) {
  const owner = { accountNumber: caller.accountNumber, environment };
  const by = { owner, actor: actorOf(caller) };
  const cancel = () => moveWithdrawal(transactionId, cancelled, by);
  // `cancel` accepts a pending withdrawal, `refuseHold` a held one. A concurrent confirmation may make a held
  // withdrawal pending after the first `cancel`, so `cancel` runs again.
  if ((await cancel()) || (await refuseHold(transactionId, by)) || (await cancel())) return { message: "OK" };
  const row = await findWithdrawal(owner, transactionId);
  if (!row) throw notFound();
  throw new AppError(
    "invalid",
    `Only a pending withdrawal can be cancelled. The status of this one is «${descriptionOf(row)}».`,
    { refusal: { reason: "withdrawal_not_pending" } },
  );
}
