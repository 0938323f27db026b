import type { Owner } from "@/lib/http/message/caller";
import { selectedInvalid } from "@/lib/kit/errors";
import { isOwnLink } from "./store";

/** Refuses the filter by a link of another account or environment. Payments of a deleted link can be listed. */
export async function requireOwnLink(owner: Owner, paymentLinkId: string): Promise<void> {
  if (!(await isOwnLink(owner, paymentLinkId))) throw selectedInvalid("payment_link_id");
}
