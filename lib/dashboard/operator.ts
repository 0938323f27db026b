import { env } from "@/lib/kit/env";
import type { Viewer } from "@/lib/members/sessions";

/** Who looks after other people's accounts has, in production, more to show than a password. */
export function isOperator({ role, account, hasSecondFactor }: Viewer): boolean {
  return role === "owner" && account.isOperator && (hasSecondFactor || !env().isProduction);
}
