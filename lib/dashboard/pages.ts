import type { Viewer } from "@/lib/members/sessions";
import type { Role } from "@/lib/reference/roles";
import { isOperator } from "./operator";

/** Every page of the dashboard: its place in the menu, and the roles that may see it. */
type Page = { label: string; section: Section; allowed: readonly Role[]; businessOnly?: true; operatorOnly?: true };

const sections = ["Payments", "Money", "Developers", "Settings", "Account", "Operator"] as const;
type Section = (typeof sections)[number];

const everybody = ["owner", "developer", "support"] as const;
const builders = ["owner", "developer"] as const;
const owners = ["owner"] as const;

export const pages = {
  "": { label: "Overview", section: "Payments", allowed: everybody },
  transactions: { label: "Transactions", section: "Payments", allowed: everybody },
  "trusted-cards": { label: "Trusted cards", section: "Payments", allowed: everybody, businessOnly: true },
  withdrawals: { label: "Withdrawals", section: "Money", allowed: owners },
  banks: { label: "Bank accounts", section: "Money", allowed: owners },
  "api-keys": { label: "API keys", section: "Developers", allowed: builders, businessOnly: true },
  "hash-key": { label: "Hash key", section: "Developers", allowed: builders },
  webhooks: { label: "Webhooks", section: "Developers", allowed: everybody },
  addresses: { label: "Allowed addresses", section: "Developers", allowed: builders },
  requests: { label: "Request log", section: "Developers", allowed: builders },
  "hash-inspector": { label: "Hash inspector", section: "Developers", allowed: builders },
  checkout: { label: "Checkout", section: "Settings", allowed: builders },
  branding: { label: "Branding", section: "Settings", allowed: builders },
  team: { label: "Team", section: "Account", allowed: owners },
  security: { label: "Security", section: "Account", allowed: everybody },
  audit: { label: "Audit log", section: "Account", allowed: owners },
  mail: { label: "Mail", section: "Account", allowed: owners },
  operator: { label: "Operator", section: "Operator", allowed: owners, operatorOnly: true },
} as const satisfies Record<string, Page>;

export type PageName = keyof typeof pages;

export function isVisibleTo(name: PageName, viewer: Viewer): boolean {
  const page: Page = pages[name];
  if (page.businessOnly && !viewer.account.isBusiness) return false;
  return page.allowed.includes(viewer.role) && (!page.operatorOnly || isOperator(viewer));
}

/** The pages that the viewer may see, by section. */
export function menuOf(viewer: Viewer) {
  const names = (Object.keys(pages) as PageName[]).filter((name) => isVisibleTo(name, viewer));
  const entry = (name: PageName) => ({ path: name, label: pages[name].label });
  return sections
    .map((section) => ({ section, items: names.filter((name) => pages[name].section === section).map(entry) }))
    .filter(({ items }) => items.length > 0);
}
