import { actorOf } from "@/lib/audit/record";
import type { Caller } from "@/lib/http/caller";
import { AppError, notFound } from "@/lib/kit/errors";
import type { Environment } from "@/lib/reference/platforms";
import { moveWithdrawal } from "./move-withdrawal";
import { descriptionOf } from "./record";
import { cancelled } from "./status";
import { findWithdrawal } from "./store";

export async function cancelWithdrawal(caller: Caller, environment: Environment, transactionId: string) {
  const owner = { accountNumber: caller.accountNumber, environment };
  if (await moveWithdrawal(transactionId, cancelled, { owner, actor: actorOf(caller) })) return { message: "OK" };
  const row = await findWithdrawal(owner, transactionId);
  if (!row) throw notFound();
  throw new AppError(
    "invalid",
    `Only a pending withdrawal can be cancelled. The status of this one is «${descriptionOf(row)}».`,
  );
}
