import { type AccountAction, auditActions } from "@/lib/audit/actions";
import type { Detail } from "@/lib/audit/chain";
import { type LogChoice, readLog } from "@/lib/audit/read-log";
import type { ShownEntry } from "@/lib/audit/store";
import { toPage } from "@/lib/http/body/paging";
import type { Mode } from "./mode";

/** The audit log as its page shows it: actor, action and subject of each entry. */
export async function readAuditPage(accountNumber: string, mode: Mode, choice: LogChoice) {
  const { total, rows, checked } = await readLog(accountNumber, choice);
  const path = `/dashboard/${mode}/audit`;
  const page = toPage({ choice, path, filters: { action: choice.action }, total, items: rows.map(toShown) });
  return { ...page, checked };
}

const toShown = (entry: ShownEntry) => ({
  sequence: entry.sequence,
  at: entry.at.toISOString(),
  who: whoOf(entry),
  what: auditActions[entry.action as AccountAction] ?? entry.action,
  subject: entry.subject,
  href: hrefOf(entry),
  details: Object.entries(entry.detail).map(([field, value]) => `${field.replaceAll("_", " ")}: ${wordsFor(value)}`),
});

/** Names the actor of an audit entry. Merchants do not see which operator acted. */
function whoOf({ actor, memberEmail: email, memberRole: role, keyName }: ShownEntry): string {
  const [kind = "", id] = actor.split(" ");
  const [, other] = actor.split(" of account ");
  const suffix = other ? ` of account ${other}` : "";
  switch (kind) {
    case "member":
      return email ? `${email} (${role})` : `A member${suffix}`;
    case "key":
      return `API key ${keyName ? `${keyName} (${id})` : id}${suffix}`;
    case "token":
      return `API token${familyOf(actor)}${suffix}`;
    case "anonymous":
      return "Unknown (not signed in)";
    case "mail":
      return "Somebody who read a mail to the account";
    case "operator":
      return "Operator of Tradewind";
    default:
      return actor;
  }
}

/** The id of the token grant that acted. Older audit entries do not contain it. */
const familyOf = (actor: string): string => actor.match(/^token [0-9A-Z]{26}/)?.[0].slice("token".length) ?? "";

const pageOf: Readonly<Record<string, string>> = {
  api_key: "api-keys",
  webhook: "webhooks",
  receipt: "transactions",
  refund: "transactions",
  chargeback: "transactions",
  fraud: "transactions",
};

/** The page of the subject of an audit entry. Null if the subject has no page or was deleted. */
function hrefOf({ action, subject, detail }: ShownEntry): string | null {
  const [kind = "", what = ""] = action.split(".");
  const page = pageOf[kind];
  if (!page || !subject || ["revoked", "deleted"].includes(what)) return null;
  return `/dashboard/${detail.environment === "live" ? "live" : "test"}/${page}/${subject}`;
}

function wordsFor(value: Detail[string]): string {
  if (value === null || value === undefined) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (value === "sandbox") return "test";
  return typeof value === "object" ? value.join(", ") || "none" : String(value);
}
