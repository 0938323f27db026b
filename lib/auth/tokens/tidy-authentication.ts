import { forgetNetworks } from "@/lib/auth/sign-in/known-networks";
import { recentSuccessMs } from "@/lib/auth/sign-in/sign-in-attempts";
import { deleteExpiredAuthentication } from "@/lib/auth/store";
import { now } from "@/lib/kit/clock";

/** Worker job: deletes expired token families, sign-in attempts and networks. */
export async function tidyAuthentication(): Promise<void> {
  await deleteExpiredAuthentication(now(), new Date(now().getTime() - recentSuccessMs));
  await forgetNetworks();
}
