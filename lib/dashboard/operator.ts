import { env } from "@/lib/kit/env";
import type { Viewer } from "@/lib/members/sessions";

/** Operators can change other accounts, so production requires a second factor from them. */
export function isOperator({ role, account, hasSecondFactor }: Viewer): boolean {
  return role === "owner" && account.isOperator && (hasSecondFactor || !env().isProduction);
}
