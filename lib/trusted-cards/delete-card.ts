import { inTransaction } from "@/lib/db/client";
import type { Caller } from "@/lib/http/caller";
import { notFound } from "@/lib/kit/errors";
import type { Environment } from "@/lib/reference/platforms";
import { removeCard } from "./remove-card";
import { lockCard } from "./store";

/** Also of a card that has expired. A charge of it that is under way goes on. */
export async function deleteCard({ accountNumber }: Caller, environment: Environment, uuid: string) {
  await inTransaction(async () => {
    const card = await lockCard(uuid, { accountNumber, environment });
    if (!card) throw notFound();
    await removeCard(card, "deleted");
  });
  return { message: "OK" as const };
}
