import { type Scope, type ScopeModule, scopesOf } from "@/lib/reference/scopes";

/** The API key scopes, in the groups that the form shows. */
const moduleLabels: Readonly<Record<ScopeModule, string>> = {
  transactions: "Transactions",
  "trusted-cards": "Trusted cards",
  withdrawals: "Withdrawals",
  user: "Account, banks and webhooks",
  accounts: "Accounts that you manage",
};

const everything = "Everything in this group, also what is added to it later";

const words: Readonly<Record<Scope, string>> = {
  "svc-transactions-all": everything,
  "svc-transactions-retrieve": "See transactions",
  "svc-transactions-get-fees": "Ask what a payment costs",
  "svc-transactions-refund-request": "Request refunds",
  "svc-trusted-cards-all": everything,
  "svc-trusted-cards-retrieve": "See stored cards",
  "svc-trusted-cards-create": "Store cards",
  "svc-trusted-cards-verify": "Verify cards",
  "svc-trusted-cards-charge-request": "Charge stored cards",
  "svc-trusted-cards-delete": "Delete cards",
  "svc-withdrawals-all": everything,
  "svc-withdrawals-retrieve": "See withdrawals",
  "svc-withdrawals-create": "Ask for withdrawals",
  "svc-withdrawals-delete": "Cancel withdrawals",
  "svc-user-all": everything,
  "svc-user-retrieve": "See profile, balances, banks and webhooks",
  "svc-user-create": "Add banks, webhooks and a picture",
  "svc-user-update": "Change profile, banks and webhooks",
  "svc-user-delete": "Remove banks, webhooks and the picture",
  "svc-accounts-all": everything,
  "svc-accounts-retrieve": "See accounts",
  "svc-accounts-create": "Create accounts",
  "svc-accounts-update": "Change accounts",
  "svc-accounts-delete": "Delete accounts",
};

/** The API key scopes that the signed-in member may grant, by module. */
export function scopeGroups(allowed: readonly string[]) {
  return (Object.keys(moduleLabels) as ScopeModule[])
    .map((module) => ({
      label: moduleLabels[module],
      options: scopesOf(module)
        .filter((scope) => allowed.includes(scope))
        .map((scope) => ({ value: scope, label: words[scope], note: scope })),
    }))
    .filter(({ options }) => options.length > 0);
}
