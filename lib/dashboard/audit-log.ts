import { type AccountAction, auditActions } from "@/lib/audit/actions";
import type { Detail } from "@/lib/audit/chain";
import { type LogChoice, readLog } from "@/lib/audit/read-log";
import { findNames, type ShownEntry } from "@/lib/audit/store";
import { formatMoment, type Zone } from "@/lib/format/dates";
import { formatMoney, moneyParts } from "@/lib/format/money";
import { wordForValue } from "@/lib/format/value-words";
import { toPage } from "@/lib/http/body/paging";
import type { Mode } from "./mode";

/** The audit log as its page shows it: actor, action and subject of each entry. */
export async function readAuditPage(accountNumber: string, mode: Mode, choice: LogChoice, zone: Zone) {
  const { total, rows, checked } = await readLog(accountNumber, choice);
  const path = `/dashboard/${mode}/audit`;
  const names = await findNames(accountNumber, rows.flatMap(idsOf));
  const items = rows.map((row) => toShown(row, names, zone));
  const page = toPage({ choice, path, filters: { action: choice.action }, total, items });
  return { ...page, checked };
}

export type AuditEntry = ReturnType<typeof toShown>;

type Names = ReadonlyMap<string, string>;

const toShown = (entry: ShownEntry, names: Names, zone: Zone) => ({
  sequence: entry.sequence,
  at: entry.at.toISOString(),
  who: whoOf(entry),
  what: auditActions[entry.action as AccountAction] ?? entry.action,
  /** Its name, or the id of a record that has none, such as a payment. */
  subject: entry.subjectName ?? entry.subject,
  isSubjectNamed: entry.subjectName !== null,
  href: hrefOf(entry),
  details: detailsOf(entry.detail, names, zone),
});

/** Names the actor of an audit entry. Merchants do not see which operator acted. */
function whoOf({ actor, memberName: name, memberEmail: email, memberRole: role, keyName }: ShownEntry): string {
  const [kind = ""] = actor.split(" ");
  const [, other] = actor.split(" of account ");
  const suffix = other ? ` of account ${other}` : "";
  switch (kind) {
    case "member":
      return email
        ? `${[name, email].filter(Boolean).join(", ")} (${wordForValue(role ?? "removed")})`
        : `A member${suffix}`;
    case "key":
      return `${keyName ? `API key “${keyName}”` : "An API key"}${suffix}`;
    case "token":
      return `An API token${familyOf(actor)}${suffix}`;
    case "anonymous":
      return "Unknown (not signed in)";
    case "mail":
      return "A reader of the account's mail";
    case "operator":
      return "Operator of Tradewind";
    default:
      return actor;
  }
}

/** The end of the id of the token grant that acted, which tells grants apart. Older entries do not contain it. */
const familyOf = (actor: string): string => {
  const [, end] = /^token [0-9A-Z]{20}([0-9A-Z]{6})/.exec(actor) ?? [];
  return end ? ` …${end}` : "";
};

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

/** Fields with ids of keys and members, which the page names. */
const namedFields: ReadonlySet<string> = new Set(["old_kid", "made_by", "revoked_keys"]);
/** Fields with ids that mean nothing to people. */
const hiddenFields: ReadonlySet<string> = new Set(["session", "delivery", "refund", "chargeback"]);

const idsOf = ({ detail }: ShownEntry): string[] =>
  Object.entries(detail).flatMap(([field, value]) => (namedFields.has(field) ? [value].flat().map(String) : []));

/** The changed fields in words, with amounts and times as people write them. */
function detailsOf({ currency, ...detail }: Detail, names: Names, zone: Zone): string[] {
  const shown = Object.entries(detail).filter(([field]) => !hiddenFields.has(field));
  const fields = shown.map(([field, value]): [string, string] => {
    if (namedFields.has(field)) {
      const ids = [value].flat().map(String);
      return [field, ids.map((id) => names.get(id) ?? "one that is gone").join(", ") || "none"];
    }
    const isAmount = typeof value === "string" && ["amount", "total"].includes(field);
    return [field, isAmount ? amountOf(value, currency) : wordsFor(value, zone)];
  });
  const isUsed = "amount" in detail || "total" in detail;
  const all = isUsed || currency === undefined ? fields : [["currency", wordsFor(currency, zone)], ...fields];
  return all.map(([field = "", words]) => `${labels[field] ?? labelOf(field)}: ${words}`);
}

/** Older entries of chargebacks have no currency. Every currency groups its digits in the same way. */
const amountOf = (amount: string, currency: Detail[string] | undefined): string =>
  typeof currency === "string" ? formatMoney({ amount, currency }) : moneyParts({ amount, currency: "USD" }).number;

/** Fields whose stored names are not for people. */
const labels: Readonly<Record<string, string>> = {
  cidrs: "Allowed addresses",
  expires_at: "Expires",
  made_by: "Created by",
  old_kid: "Old key",
  platform: "Country",
  scopes: "Permissions",
  signedLive: "Signatures required in live",
  signedSandbox: "Signatures required in test",
  url: "URL",
};

const labelOf = (field: string): string => field.charAt(0).toUpperCase() + field.slice(1).replaceAll("_", " ");

const isoPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

function wordsFor(value: Detail[string] | undefined, zone: Zone): string {
  if (value === null || value === undefined) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "object") return value.map((one) => wordsFor(one, zone)).join(", ") || "none";
  if (typeof value === "string" && isoPattern.test(value)) return formatMoment(value, "long", zone);
  return wordForValue(String(value));
}
