import type { Owner } from "@/lib/http/message/caller";
import type { PaymentOutcome } from "@/lib/reference/stored-values";
import { outcomeOf } from "@/lib/transactions/result";
import { findOutcomeFacts } from "./abandoned-store";

type Marked = { outcome: PaymentOutcome | null; isAbandoned: boolean; linkTitle: string | null };

/**
 * Adds the outcomes that pages tell apart to records of the API, and the title of the payment link. A failed payment is
 * "Abandoned" if the customer never tried to pay. The outcome of a record that is not the owner's is null.
 */
export async function markAbandoned<Item extends { transaction_id: string }>(
  owner: Owner,
  records: readonly Item[],
): Promise<(Item & Marked)[]> {
  const ids = records.map(({ transaction_id: id }) => id);
  const found = ids.length > 0 ? await findOutcomeFacts(owner, ids) : [];
  const facts = new Map(found.map((one) => [one.transactionId, one]));
  return records.map((record) => {
    const known = facts.get(record.transaction_id);
    return {
      ...record,
      outcome: known ? outcomeOf(known) : null,
      isAbandoned: known?.isAbandoned ?? false,
      linkTitle: known?.linkTitle ?? null,
    };
  });
}
