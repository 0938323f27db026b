import layout from "@/components/dashboard/ui/layout.module.css";
import { ListPage } from "@/components/dashboard/ui/list-page";
import type { ShownViews } from "@/components/dashboard/ui/saved-views";
import { Moment } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import { choiceFilter } from "@/components/ui/table/list-filters";
import type { PagerProps } from "@/components/ui/table/pager";
import type { AuditEntry } from "@/lib/dashboard/audit-log";
import type { Zone } from "@/lib/format/dates";
import { wordForValue } from "@/lib/format/value-words";

type Checked = { from: number; to: number; broken: { sequence: number } | null };

type Props = PagerProps & {
  entries: readonly AuditEntry[];
  checked: Checked | null;
  actions: Readonly<Record<string, string>>;
  action: string | undefined;
  here: string;
  views: ShownViews;
  zone: Zone;
};

export function AuditLog({ here, entries, checked, actions, action, zone, views, ...pages }: Props) {
  const given: Readonly<Record<string, string>> = action ? { action } : {};
  return (
    <ListPage
      title="Audit log"
      lead="Every change of this account, in test and live. Entries cannot be changed or removed."
      above={
        checked && (
          <div className={layout.notice}>
            <Check {...checked} />
          </div>
        )
      }
      bar={{ here, given, filters: [choiceFilter("Change", "action", actions, given, "All changes")] }}
      views={views}
      caption="Changes of this account"
      columns={[
        "Change",
        "Details",
        "Changed by",
        { label: `Date (${zone.name})`, isQuiet: true },
        { label: "Entry", align: "end", isQuiet: true },
      ]}
      empty={action ? "No entry matches this filter." : "There are no entries yet."}
      rows={entries.map((entry) => toRow(entry, zone))}
      pager={pages}
    />
  );
}

function toRow({ sequence, at, who, what, subject, isSubjectNamed, href, details }: AuditEntry, zone: Zone) {
  // Ids contain digits. Other subjects are stored words, such as the kind of a bank account.
  const words = subject && (/\d/.test(subject) ? <code>{subject}</code> : wordForValue(subject));
  const name = isSubjectNamed ? subject : words;
  return {
    key: String(sequence),
    cells: [
      what,
      <div key="details">
        {href ? <a href={href}>{name}</a> : name}
        {details.map((detail) => (
          <div key={detail}>{detail}</div>
        ))}
      </div>,
      who,
      <Moment key="at" at={at} zone={zone} format="shortWithYear" />,
      sequence,
    ],
  };
}

function Check({ from, to, broken }: Checked) {
  if (broken) {
    return (
      <Notice tone="danger">
        <p>Entry {broken.sequence} is missing or was altered. Tell the operator of Tradewind now.</p>
      </Notice>
    );
  }
  return (
    <Notice tone="success">
      <p>{`We have just checked entries ${from} to ${to}. None is missing or altered.`}</p>
    </Notice>
  );
}
