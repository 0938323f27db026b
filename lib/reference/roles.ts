import { allScopes, type Scope, scopesOf } from "./scopes";

/** Who a member of a team is to the account. */
export const roles = ["owner", "developer", "support"] as const;
export type Role = (typeof roles)[number];

export const roleLabels: Readonly<Record<Role, { name: string; may: string }>> = {
  owner: { name: "Owner", may: "Everything, money and team included." },
  developer: { name: "Developer", may: "API keys, hash key, webhooks and checkout settings; reads payments." },
  support: { name: "Support", may: "Reads payments and refunds them; sends webhooks again." },
};

/**
 * What a role may do by the API: the pages it sees and the actions it has in the dashboard. The API keys of a member
 * have no other scopes, so a key reaches no further than its maker.
 */
export const roleScopes: Readonly<Record<Role, readonly Scope[]>> = {
  owner: allScopes,
  developer: [
    "svc-transactions-retrieve",
    "svc-transactions-get-fees",
    ...scopesOf("trusted-cards"),
    "svc-user-retrieve",
  ],
  support: [
    "svc-transactions-retrieve",
    "svc-transactions-get-fees",
    "svc-transactions-refund-request",
    "svc-trusted-cards-retrieve",
  ],
};
