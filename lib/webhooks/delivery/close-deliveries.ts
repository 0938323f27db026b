import { now } from "@/lib/kit/clock";
import { findClosedWithPending, giveUpPending } from "./delivery-store";

/** For the worker: what is still on its way to endpoints that are disabled or deleted is given up. */
export async function closeDeliveries(): Promise<void> {
  for (const id of await findClosedWithPending()) while (await giveUpPending(id, now()));
}
