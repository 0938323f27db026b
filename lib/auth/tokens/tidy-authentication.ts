import { forgetNetworks } from "@/lib/auth/sign-in/known-networks";
import { successIsRecentFor } from "@/lib/auth/sign-in/sign-in-tries";
import { deleteOver } from "@/lib/auth/store";
import { now } from "@/lib/kit/clock";

/** Worker job: deletes expired token families, sign-in attempts and networks. */
export async function tidyAuthentication(): Promise<void> {
  await deleteOver(now(), new Date(now().getTime() - successIsRecentFor));
  await forgetNetworks();
}
