import type { Environment } from "./platforms";
import { allScopes, type Scope, scopesOf } from "./scopes";

/** The role of a member in the account's team. */
export const roles = ["owner", "developer", "support"] as const;
export type Role = (typeof roles)[number];

export const roleLabels: Readonly<Record<Role, { name: string; may: string }>> = {
  owner: { name: "Owner", may: "Everything, money and team included." },
  developer: { name: "Developer", may: "API keys, test hash key, webhooks and checkout settings; reads payments." },
  support: { name: "Support", may: "Reads payments and refunds them; sends webhooks again." },
};

/** Roles that may show and rotate the hash key. A live key can forge results of real payments. */
export const hashKeyRoles: Readonly<Record<Environment, readonly Role[]>> = {
  sandbox: ["owner", "developer"],
  live: ["owner"],
};

/**
 * The scopes of each role, which match the role's pages and actions in the dashboard. A member's API keys are limited
 * to these scopes, so that a key allows no more than its creator may do.
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
