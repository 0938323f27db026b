import { endCredentials } from "@/lib/auth/tokens/revoke-token";
import { inTransaction } from "@/lib/db/client";
import type { Caller } from "@/lib/http/message/caller";
import { now } from "@/lib/kit/clock";
import { AppError, notFound } from "@/lib/kit/errors";
import { hasMoney } from "@/lib/ledger/has-money";
import { isSandboxSeed } from "@/lib/reference/sandbox";
import { deleteWebhooksOf } from "@/lib/webhooks/endpoints/manage-endpoints";
import { byOf, recordAccountChange } from "./record-change";
import { toAccountRecord } from "./rules";
import { findReachable, isBeingPaid, updateReachable } from "./store";

export async function retrieveAccount(caller: Caller, accountNumber: string) {
  const account = await findReachable({ callerNumber: caller.accountNumber, accountNumber });
  if (!account) throw notFound();
  return { message: "OK" as const, data: toAccountRecord(account) };
}

/** Soft delete: records still refer to the row. Frees the email address and ends every credential. */
export async function deleteAccount(caller: Caller, accountNumber: string) {
  await retrieveAccount(caller, accountNumber);
  if (isSandboxSeed(accountNumber)) throw new AppError("conflict", "The public sandbox accounts cannot be deleted.");
  await inTransaction(async () => {
    if ((await hasMoney(accountNumber)) || (await isBeingPaid(accountNumber)))
      throw new AppError("conflict", "The account has a balance, a debt or open payments.");
    const erased = { deletedAt: now(), formerPasswords: [] };
    if (!(await updateReachable(caller.accountNumber, accountNumber, erased))) throw notFound();
    await endCredentials(accountNumber);
    await deleteWebhooksOf(accountNumber);
    await recordAccountChange(byOf(caller), accountNumber, "account.deleted", {});
  });
  return { message: "OK" };
}
