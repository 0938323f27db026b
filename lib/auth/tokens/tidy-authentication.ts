import { forgetNetworks } from "@/lib/auth/sign-in/known-networks";
import { successIsRecentFor } from "@/lib/auth/sign-in/sign-in-tries";
import { deleteOver } from "@/lib/auth/store";
import { now } from "@/lib/kit/clock";

/** For the worker: drops token families, password tries and networks that no longer mean anything. */
export async function tidyAuthentication(): Promise<void> {
  await deleteOver(now(), new Date(now().getTime() - successIsRecentFor));
  await forgetNetworks();
}
