import styles from "@/components/dashboard/ui/action-form.module.css";
import buttons from "@/components/ui/button.module.css";
import { Card } from "@/components/ui/card";
import { SelectField } from "@/components/ui/form/field";
import { Moment } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import { PageHead } from "@/components/ui/page-head";
import { DataTable } from "@/components/ui/table/data-table";
import { Pager, type PagerProps } from "@/components/ui/table/pager";

type Entry = {
  sequence: number;
  at: string;
  who: string;
  what: string;
  subject: string | null;
  href: string | null;
  details: readonly string[];
};
type Checked = { from: number; to: number; broken: { sequence: number } | null };

type Props = PagerProps & {
  entries: readonly Entry[];
  checked: Checked | null;
  actions: Readonly<Record<string, string>>;
  action: string | undefined;
};

export function AuditLog({ entries, checked, actions, action, ...pages }: Props) {
  return (
    <>
      <PageHead title="Audit log">
        <p>Every change of this account, in test and live. Nothing here can be changed or removed.</p>
      </PageHead>
      {checked && <Check {...checked} />}
      <Card title="Changes">
        <form method="get" className={styles.form}>
          <SelectField
            name="action"
            label="What"
            empty="Everything"
            value={action}
            options={Object.entries(actions).map(([value, label]) => ({ value, label }))}
          />
          <div className={styles.foot}>
            <button type="submit" className={buttons.secondary}>
              Show
            </button>
          </div>
        </form>
        <DataTable
          caption="Changes of this account"
          columns={["Entry", "When", "Who", "What", "Details"]}
          empty="Nothing was written down yet."
          rows={entries.map(toRow)}
        />
        <Pager {...pages} />
      </Card>
    </>
  );
}

function toRow({ sequence, at, who, what, subject, href, details }: Entry) {
  const name = subject && <code>{subject}</code>;
  const words = details.join("; ");
  return {
    key: String(sequence),
    cells: [
      sequence,
      <Moment key="at" at={at} />,
      who,
      what,
      <div key="details">
        {href ? <a href={href}>{name}</a> : name}
        {words && <div>{words}</div>}
      </div>,
    ],
  };
}

function Check({ from, to, broken }: Checked) {
  if (broken) {
    return (
      <Notice tone="danger">
        <p>Entry {broken.sequence} is missing, or is not as it was written. Tell the operator of Tradewind at once.</p>
      </Notice>
    );
  }
  return (
    <Notice tone="success">
      <p>{`Entries ${from} to ${to} were checked just now: they are as they were written, and none is missing.`}</p>
    </Notice>
  );
}
