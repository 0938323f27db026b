import type { Caller } from "@/lib/http/message/caller";
import type { AccountType } from "@/lib/reference/platforms";
import { covers, isScope, type Scope, scopesOf } from "@/lib/reference/scopes";

type Holder = {
  type: AccountType;
  mayManageAccounts: boolean;
  /**
   * The scopes of the credential that set the account's password. They limit the account's tokens. Empty means no
   * limit.
   */
  scopeCeiling?: readonly string[];
};

export function allowedScopes({ type, mayManageAccounts, scopeCeiling = [] }: Holder): ReadonlySet<Scope> {
  const scopes: Scope[] = [
    ...scopesOf("user"),
    ...scopesOf("withdrawals"),
    ...(type === "BUSINESS"
      ? [...scopesOf("transactions"), ...scopesOf("trusted-cards"), ...scopesOf("payment-links")]
      : (["svc-transactions-retrieve", "svc-transactions-get-fees"] as const)),
    ...(mayManageAccounts ? scopesOf("accounts") : []),
  ];
  const ceiling = new Set(scopeCeiling.filter(isScope));
  return new Set(ceiling.size === 0 ? scopes : scopes.filter((scope) => covers(ceiling, scope)));
}

/** Returns the granted scopes that the account still has. The account may have lost scopes since the grant. */
export function effectiveScopes(granted: readonly Scope[], holder: Holder): ReadonlySet<Scope> {
  const allowed = allowedScopes(holder);
  return new Set(granted.filter((scope) => allowed.has(scope)));
}

export function isSubset(wanted: readonly Scope[], held: ReadonlySet<Scope>): boolean {
  return wanted.every((scope) => covers(held, scope));
}

/**
 * Returns the scope limit of tokens that are granted with a password set by this caller. Empty (no limit) if the caller
 * has every scope of its account.
 */
export function ceilingOf({ accountType: type, scopes }: Pick<Caller, "accountType" | "scopes">): Scope[] {
  const isWhole = isSubset([...allowedScopes({ type, mayManageAccounts: true })], scopes);
  return isWhole ? [] : [...scopes];
}
