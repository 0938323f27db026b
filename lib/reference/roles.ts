/** Who a member of a team is to the account. */
export const roles = ["owner", "developer", "support"] as const;
export type Role = (typeof roles)[number];

export const roleLabels: Readonly<Record<Role, { name: string; may: string }>> = {
  owner: { name: "Owner", may: "Everything, money and team included." },
  developer: { name: "Developer", may: "API keys, hash key, webhooks and checkout settings; reads payments." },
  support: { name: "Support", may: "Reads payments and refunds them; sends webhooks again." },
};
