import { now } from "@/lib/kit/clock";
import { findClosedWithPending, giveUpPending } from "./delivery-store";

/** Worker job: fails the pending deliveries of endpoints that were disabled or deleted. */
export async function closeDeliveries(): Promise<void> {
  for (const id of await findClosedWithPending()) while (await giveUpPending(id, now()));
}
