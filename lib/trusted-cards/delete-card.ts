import { recordChange } from "@/lib/audit/record";
import { inTransaction } from "@/lib/db/client";
import type { Caller } from "@/lib/http/message/caller";
import { notFound } from "@/lib/kit/errors";
import type { Environment } from "@/lib/reference/platforms";
import { removeCard } from "./remove-card";
import { lockCard } from "./store";

/** Expired cards can be deleted too. A charge already in flight continues. */
export async function deleteCard(caller: Caller, environment: Environment, uuid: string) {
  await inTransaction(async () => {
    const card = await lockCard(uuid, { accountNumber: caller.accountNumber, environment });
    if (!card) throw notFound();
    await removeCard(card, "deleted");
    await recordChange(caller, "trusted_card.deleted", { subject: uuid, detail: { environment } });
  });
  return { message: "OK" as const };
}
