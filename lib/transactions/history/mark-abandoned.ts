import type { Owner } from "@/lib/http/route/caller";
import { findAbandonedAmong } from "./abandoned-store";

/** Pages show a failed payment as "Abandoned" if the customer never tried to pay. The API returns `failed`. */
export async function markAbandoned<Item extends { transaction_id: string; status: string }>(
  owner: Owner,
  records: readonly Item[],
): Promise<(Item & { isAbandoned: boolean })[]> {
  const failed = records.filter(({ status }) => status === "failed");
  const abandoned = await findAbandonedAmong(
    owner,
    failed.map(({ transaction_id: id }) => id),
  );
  return records.map((record) => ({ ...record, isAbandoned: abandoned.has(record.transaction_id) }));
}
