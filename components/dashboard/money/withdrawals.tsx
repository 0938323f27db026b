import type { ReactNode } from "react";
import { type Balance, Balances } from "@/components/dashboard/payments/balances";
import { ActionForm } from "@/components/dashboard/ui/action-form";
import { FilterForm } from "@/components/dashboard/ui/filter-form";
import { Badge, type Tone } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { SwitchField } from "@/components/ui/form/choice-fields";
import { SelectField, TextField } from "@/components/ui/form/field";
import { Moment } from "@/components/ui/moment";
import { PageHead } from "@/components/ui/page-head";
import { DataTable } from "@/components/ui/table/data-table";
import { type FactRow, Facts } from "@/components/ui/table/facts";
import { Pager, type PagerProps } from "@/components/ui/table/pager";
import { formatMoney } from "@/lib/format/money";

export type PayeeFields = {
  data: string | null;
  email: string | null;
  phone: string | null;
  bank_name: string | null;
  bank_account: string | null;
  bank_account_type: string | null;
  bank_branch: string | null;
  name_in_bank: string | null;
  recipient_name: string | null;
  id_type: string | null;
  id_number: string | null;
};

type Withdrawal = PayeeFields & {
  transaction_id: string;
  reference: string;
  withdrawal_type: keyof typeof typeLabels;
  status: number;
  status_description: string;
  currency: string;
  amount: string;
  created_at: string;
  updated_at: string;
};

export const typeLabels = {
  normal: "To your own bank account",
  sub_banked: "To somebody else's bank account",
  sub_unbanked: "To somebody without a bank account",
} as const;

/** Shows status 0 as "Pending", because its banking term is unclear to merchants. */
const labelOf = (status: number, description: string) => (status === 0 ? "Pending" : description);
const tones: readonly Tone[] = ["warning", "warning", "success", "danger", "warning", "danger", "neutral"];

function StatusBadge({ status, status_description: description }: Withdrawal) {
  return <Badge tone={tones[status] ?? "neutral"}>{labelOf(status, description)}</Badge>;
}

type ListProps = {
  mode: string;
  given: Readonly<Record<string, string>>;
  problem: string | null;
  statuses: readonly { value: number; description: string }[];
  currencies: readonly string[];
  balances: readonly Balance[];
  list: { withdrawals: readonly Withdrawal[]; pager: PagerProps } | null;
};

export function Withdrawals({ mode, given, problem, statuses, currencies, balances, list }: ListProps) {
  const here = `/dashboard/${mode}/withdrawals`;
  return (
    <>
      <PageHead title="Withdrawals">
        <p>
          <a href={`${here}/new`}>New withdrawal</a>
        </p>
      </PageHead>
      <Card title="Balances">
        <Balances balances={balances} />
      </Card>
      <Card title="History">
        <FilterForm here={here} problem={problem}>
          <SelectField
            name="status"
            label="Status"
            empty="Any"
            options={statuses.map(({ value, description }) => ({
              value: String(value),
              label: labelOf(value, description),
            }))}
            value={given.status}
          />
          <SelectField
            name="withdrawal_type"
            label="Type"
            empty="Any"
            options={Object.entries(typeLabels).map(([value, label]) => ({ value, label }))}
            value={given.withdrawal_type}
          />
          <SelectField
            name="currency"
            label="Currency"
            empty="Any"
            options={currencies.map((value) => ({ value, label: value }))}
            value={given.currency}
          />
          <TextField name="start_date" type="date" label="From" value={given.start_date} />
          <TextField name="end_date" type="date" label="To" hint="Days of UTC." value={given.end_date} />
          <SwitchField name="with_deleted" label="Cancelled ones, too" isOn={given.with_deleted === "1"} />
        </FilterForm>
        {list && (
          <>
            <DataTable
              caption="Withdrawals"
              columns={["Withdrawal", "Date", "Status", "Amount", "To"]}
              empty="No withdrawal was found."
              rows={list.withdrawals.map((withdrawal) => ({
                key: withdrawal.transaction_id,
                cells: [
                  <a key="id" href={`${here}/${withdrawal.transaction_id}`}>
                    {withdrawal.transaction_id}
                  </a>,
                  <Moment key="date" at={withdrawal.created_at} />,
                  <StatusBadge key="status" {...withdrawal} />,
                  `${withdrawal.currency} ${withdrawal.amount}`,
                  withdrawal.recipient_name ?? `${withdrawal.name_in_bank}, ${withdrawal.bank_account}`,
                ],
              }))}
            />
            <Pager {...list.pager} />
          </>
        )}
      </Card>
    </>
  );
}

export function payeeFacts(withdrawal: PayeeFields): FactRow[] {
  const facts: FactRow[] = [
    ["Recipient", withdrawal.recipient_name ?? withdrawal.name_in_bank],
    ["Bank", withdrawal.bank_name],
    ["Branch", withdrawal.bank_branch],
    ["Account", withdrawal.bank_account],
    ["Kind of account", withdrawal.bank_account_type],
    ["Email", withdrawal.email],
    ["Phone", withdrawal.phone],
    ["Identity", withdrawal.id_type && `${withdrawal.id_type.replaceAll("_", " ")} ${withdrawal.id_number}`],
    ["Data", withdrawal.data],
  ];
  return facts.filter(([, value]) => value);
}

/** `hold`: the form that confirms a withdrawal to a new payee, while confirmation is pending. */
type OneProps = { mode: string; withdrawal: Withdrawal; canCancel: boolean; hold: ReactNode };

/** One withdrawal: destination and progress. While the withdrawal waits, also the forms to confirm or cancel it. */
export function Withdrawal({ mode, withdrawal, canCancel, hold }: OneProps) {
  const { transaction_id } = withdrawal;
  return (
    <>
      <PageHead title={`Withdrawal ${transaction_id}`}>
        <p>
          <a href={`/dashboard/${mode}/withdrawals`}>All withdrawals</a>
        </p>
      </PageHead>
      <Card title="Withdrawal">
        <Facts
          facts={[
            ["Status", <StatusBadge key="status" {...withdrawal} />],
            ["Amount", `${withdrawal.currency} ${withdrawal.amount}`],
            ["Type", typeLabels[withdrawal.withdrawal_type]],
            ["Reference", withdrawal.reference],
            ["Created", <Moment key="created" at={withdrawal.created_at} />],
            ["Last moved", <Moment key="moved" at={withdrawal.updated_at} />],
            ...payeeFacts(withdrawal),
          ]}
        />
      </Card>
      {hold && <Card title="Confirm the new payee">{hold}</Card>}
      {canCancel && (
        <Card title="Cancel it">
          <p>
            {hold
              ? "If you refuse the payee, cancel the withdrawal: the money returns to your balance immediately."
              : "It goes out with the next bank file. If you cancel it, the money returns to your balance immediately."}
          </p>
          <ActionForm
            action={`/dashboard/${mode}/actions/cancel-withdrawal`}
            submit="Cancel withdrawal"
            kind="danger"
            values={{ transaction_id }}
            confirm={{
              title: `Cancel the withdrawal of ${formatMoney(withdrawal)}?`,
              text: "The money returns to your balance immediately.",
              keep: "Keep withdrawal",
            }}
          />
        </Card>
      )}
    </>
  );
}
