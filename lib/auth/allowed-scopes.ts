import type { Caller } from "@/lib/http/route/caller";
import type { AccountType } from "@/lib/reference/platforms";
import { covers, isScope, type Scope, scopesOf } from "@/lib/reference/scopes";

type Holder = {
  type: AccountType;
  mayManageAccounts: boolean;
  /** The scopes of the credential that set the account's password, where these are a limit. */
  scopeCeiling?: readonly string[];
};

/** The scopes an account may be granted. */
export function allowedScopes({ type, mayManageAccounts, scopeCeiling = [] }: Holder): ReadonlySet<Scope> {
  const scopes: Scope[] = [
    ...scopesOf("user"),
    ...scopesOf("withdrawals"),
    ...(type === "BUSINESS"
      ? [...scopesOf("transactions"), ...scopesOf("trusted-cards")]
      : (["svc-transactions-retrieve", "svc-transactions-get-fees"] as const)),
    ...(mayManageAccounts ? scopesOf("accounts") : []),
  ];
  const ceiling = new Set(scopeCeiling.filter(isScope));
  return new Set(ceiling.size === 0 ? scopes : scopes.filter((scope) => covers(ceiling, scope)));
}

/** What is left of granted scopes when the account's own have shrunk since. */
export function effectiveScopes(granted: readonly Scope[], holder: Holder): ReadonlySet<Scope> {
  const allowed = allowedScopes(holder);
  return new Set(granted.filter((scope) => allowed.has(scope)));
}

export function isSubset(wanted: readonly Scope[], held: ReadonlySet<Scope>): boolean {
  return wanted.every((scope) => covers(held, scope));
}

/**
 * What a password that this caller sets may open tokens for. Empty where the caller has every scope of its account, because
 * then there is nothing to limit.
 */
export function ceilingOf({ accountType: type, scopes }: Pick<Caller, "accountType" | "scopes">): Scope[] {
  const isWhole = isSubset([...allowedScopes({ type, mayManageAccounts: true })], scopes);
  return isWhole ? [] : [...scopes];
}
