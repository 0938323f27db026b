import type { AccountType } from "@/lib/reference/platforms";
import { covers, type Scope, scopesOf } from "@/lib/reference/scopes";

type Holder = { type: AccountType; mayManageAccounts: boolean };

/** The scopes an account may be granted. */
export function allowedScopes({ type, mayManageAccounts }: Holder): ReadonlySet<Scope> {
  return new Set<Scope>([
    ...scopesOf("user"),
    ...scopesOf("withdrawals"),
    ...(type === "BUSINESS"
      ? [...scopesOf("transactions"), ...scopesOf("trusted-cards")]
      : (["svc-transactions-retrieve", "svc-transactions-get-fees"] as const)),
    ...(mayManageAccounts ? scopesOf("accounts") : []),
  ]);
}

/** What is left of granted scopes when the account's own have shrunk since. */
export function effectiveScopes(granted: readonly Scope[], holder: Holder): ReadonlySet<Scope> {
  const allowed = allowedScopes(holder);
  return new Set(granted.filter((scope) => allowed.has(scope)));
}

export function isSubset(wanted: readonly Scope[], held: ReadonlySet<Scope>): boolean {
  return wanted.every((scope) => covers(held, scope));
}
