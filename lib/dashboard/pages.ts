import { env } from "@/lib/kit/env";
import type { Viewer } from "@/lib/members/sessions";
import { type Role, roles } from "@/lib/reference/roles";

/** Every page of the dashboard: its place in the menu, and the roles that may see it. */
type Page = { label: string; section: Section; allowed: readonly Role[]; businessOnly?: true; operatorOnly?: true };

/** The groups of the menu, in their order. The first one has no heading. */
const sections = ["", "Money", "Developers", "Settings", "Operator"] as const;
type Section = (typeof sections)[number];

const builders = ["owner", "developer"] as const;
const owners = ["owner"] as const;

export const pages = {
  "": { label: "Overview", section: "", allowed: roles },
  transactions: { label: "Transactions", section: "", allowed: roles },
  "payment-links": { label: "Payment links", section: "", allowed: roles, businessOnly: true },
  "trusted-cards": { label: "Trusted cards", section: "", allowed: roles, businessOnly: true },
  withdrawals: { label: "Withdrawals", section: "Money", allowed: owners },
  banks: { label: "Bank accounts", section: "Money", allowed: owners },
  "api-keys": { label: "API keys", section: "Developers", allowed: builders, businessOnly: true },
  "hash-key": { label: "Hash key", section: "Developers", allowed: builders },
  webhooks: { label: "Webhooks", section: "Developers", allowed: roles },
  requests: { label: "Request log", section: "Developers", allowed: builders },
  "hash-inspector": { label: "Hash inspector", section: "Developers", allowed: builders },
  conformance: { label: "Test my integration", section: "Developers", allowed: builders },
  addresses: { label: "Allowed addresses", section: "Developers", allowed: builders },
  checkout: { label: "Checkout", section: "Settings", allowed: builders },
  branding: { label: "Branding", section: "Settings", allowed: builders },
  team: { label: "Team", section: "Settings", allowed: owners },
  security: { label: "Security", section: "Settings", allowed: roles },
  audit: { label: "Audit log", section: "Settings", allowed: owners },
  mail: { label: "Mail", section: "Settings", allowed: owners },
  operator: { label: "Operator desk", section: "Operator", allowed: owners, operatorOnly: true },
} as const satisfies Record<string, Page>;

export type PageName = keyof typeof pages;

/** Operators can change other accounts, so production requires a second factor from them. */
export function isOperator({ role, account, hasSecondFactor }: Viewer): boolean {
  return role === "owner" && account.isOperator && (hasSecondFactor || !env().isProduction);
}

export function isVisibleTo(name: PageName, viewer: Viewer): boolean {
  const page: Page = pages[name];
  if (page.businessOnly && !viewer.account.isBusiness) return false;
  return page.allowed.includes(viewer.role) && (!page.operatorOnly || isOperator(viewer));
}

/** The pages that the viewer may see, by section. `counts` has the number of things that need action on a page. */
export function menuOf(viewer: Viewer, counts: Partial<Record<PageName, number>> = {}) {
  const names = (Object.keys(pages) as PageName[]).filter((name) => isVisibleTo(name, viewer));
  const entry = (name: PageName) => ({ path: name, label: pages[name].label, count: counts[name] ?? 0 });
  return sections
    .map((section) => ({ section, items: names.filter((name) => pages[name].section === section).map(entry) }))
    .filter(({ items }) => items.length > 0);
}
