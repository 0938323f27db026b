import type { ChoiceGroup } from "@/components/dashboard/developers/group-levels";
import { type Scope, type ScopeModule, scopesOf } from "@/lib/reference/scopes";

/** The permissions of API keys, in the groups that pages show. */
const moduleLabels: Readonly<Record<ScopeModule, string>> = {
  transactions: "Transactions",
  "trusted-cards": "Trusted cards",
  "payment-links": "Payment links",
  withdrawals: "Withdrawals",
  user: "Account and webhooks",
  accounts: "Managed accounts",
};

const modules = Object.keys(moduleLabels) as ScopeModule[];

type NamedScope = Exclude<Scope, `svc-${ScopeModule}-all`>;

const words: Readonly<Record<NamedScope, string>> = {
  "svc-transactions-retrieve": "View transactions",
  "svc-transactions-get-fees": "Calculate fees",
  "svc-transactions-refund-request": "Request refunds",
  "svc-trusted-cards-retrieve": "View stored cards",
  "svc-trusted-cards-create": "Store cards",
  "svc-trusted-cards-verify": "Verify cards",
  "svc-trusted-cards-charge-request": "Charge stored cards",
  "svc-trusted-cards-delete": "Delete cards",
  "svc-payment-links-retrieve": "View payment links",
  "svc-payment-links-create": "Create payment links",
  "svc-payment-links-update": "Change and close payment links",
  "svc-payment-links-delete": "Delete payment links",
  "svc-withdrawals-retrieve": "View withdrawals",
  "svc-withdrawals-create": "Request withdrawals",
  "svc-withdrawals-delete": "Cancel withdrawals",
  "svc-user-retrieve": "View profile, balances, banks and webhooks",
  "svc-user-create": "Add banks, webhooks and a picture",
  "svc-user-update": "Change profile, banks and webhooks",
  "svc-user-delete": "Remove banks, webhooks and the picture",
  "svc-accounts-retrieve": "View accounts",
  "svc-accounts-create": "Create accounts",
  "svc-accounts-update": "Change accounts",
  "svc-accounts-delete": "Delete accounts",
};

const isNamed = (scope: Scope): scope is NamedScope => Object.hasOwn(words, scope);
const everythingOf = (module: ScopeModule): Scope => `svc-${module}-all`;
const readOf = (module: ScopeModule): Scope => `svc-${module}-retrieve`;

/** The permissions that the signed-in member may grant, by module. */
export function scopeGroups(allowed: readonly string[]): ChoiceGroup[] {
  return modules
    .map((module) => ({
      label: moduleLabels[module],
      options: scopesOf(module)
        .filter(isNamed)
        .filter((scope) => allowed.includes(scope))
        .map((scope) => ({ value: scope, label: words[scope], code: scope.slice(`svc-${module}-`.length) })),
      read: allowed.includes(readOf(module)) ? readOf(module) : null,
      everything: allowed.includes(everythingOf(module)) ? everythingOf(module) : null,
    }))
    .filter(({ options }) => options.length > 0);
}

/** What a key may do, by module: everything, or the words of its permissions. */
export function accessOf(scopes: readonly string[]) {
  return modules
    .map((module) => {
      const held = scopesOf(module).filter((scope) => scopes.includes(scope));
      const hasAll = held.includes(everythingOf(module));
      const listed = hasAll
        ? ["Everything, including permissions that we add later"]
        : held.filter(isNamed).map((scope) => words[scope]);
      const isReadOnly = held.every((scope) => scope === readOf(module));
      return { module, label: moduleLabels[module], listed, hasAll, isReadOnly };
    })
    .filter(({ listed }) => listed.length > 0);
}

const list = new Intl.ListFormat("en-GB");
const groupsNamed = 2;

/** `All`, `Read only`, `Transactions` or `4 groups`: what a key may do, in a word or two. */
export function describeAccess(scopes: readonly string[]): string {
  const groups = accessOf(scopes);
  if (groups.length >= modules.length - 1 && groups.every(({ hasAll }) => hasAll)) return "All";
  if (groups.every(({ isReadOnly }) => isReadOnly)) return "Read only";
  if (groups.length > groupsNamed) return `${groups.length} groups`;
  const [first = "", ...others] = groups.map(({ label }) => label);
  return list.format([first, ...others.map((label) => label.toLowerCase())]);
}
