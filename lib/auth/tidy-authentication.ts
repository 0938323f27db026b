import { now } from "@/lib/kit/clock";
import { forgetNetworks } from "./known-networks";
import { successIsRecentFor } from "./sign-in-tries";
import { deleteOver } from "./store";

/** For the worker: drops token families, password tries and networks that no longer mean anything. */
export async function tidyAuthentication(): Promise<void> {
  await deleteOver(now(), new Date(now().getTime() - successIsRecentFor));
  await forgetNetworks();
}
