import { BanknoteArrowUp, Landmark } from "lucide";
import { type Balance, Balances } from "@/components/dashboard/payments/balances";
import layout from "@/components/dashboard/ui/layout.module.css";
import { choiceFilter, currencyFilter, dateFilter } from "@/components/dashboard/ui/list-filters";
import buttons from "@/components/ui/button.module.css";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { SwitchField } from "@/components/ui/form/choice-fields";
import { Icon } from "@/components/ui/icon";
import { Moment } from "@/components/ui/moment";
import { PageHead } from "@/components/ui/page-head";
import { StatusBadge } from "@/components/ui/status-badge";
import { IdCell, Money } from "@/components/ui/table/cells";
import { DataTable } from "@/components/ui/table/data-table";
import type { FactRow } from "@/components/ui/table/facts";
import { type Filter, FilterBar } from "@/components/ui/table/filter-bar";
import { Pager, type PagerProps } from "@/components/ui/table/pager";
import type { Zone } from "@/lib/format/dates";
import { withdrawalWords } from "@/lib/format/status-words";
import { bankAccountTypeWords, identityDocumentWords, withdrawalTypeWords } from "@/lib/format/value-words";

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

type Status = keyof typeof withdrawalWords;

export type ShownWithdrawal = PayeeFields & {
  transaction_id: string;
  reference: string;
  withdrawal_type: keyof typeof withdrawalTypeWords;
  status: number;
  currency: string;
  amount: string;
  created_at: string;
  updated_at: string;
};

export const statusOf = ({ status }: Pick<ShownWithdrawal, "status">) => withdrawalWords[status as Status];

type Given = Readonly<Record<string, string>>;

type ListProps = {
  mode: string;
  given: Given;
  problem: string | null;
  currencies: readonly string[];
  balances: readonly Balance[];
  list: { withdrawals: readonly ShownWithdrawal[]; pager: PagerProps } | null;
  hasBank: boolean;
  zone: Zone;
};

export function Withdrawals({ mode, given, problem, currencies, balances, list, hasBank, zone }: ListProps) {
  const here = `/dashboard/${mode}/withdrawals`;
  return (
    <>
      <PageHead title="Withdrawals" actions={<WithdrawLink here={here} />} />
      <div className={layout.notice}>
        <Card title="Balances">
          <Balances balances={balances} />
        </Card>
      </div>
      <FilterBar here={here} given={given} problem={problem} filters={filtersOf(given, currencies)} />
      {list && (
        <DataTable
          caption="Withdrawals"
          columns={[
            { label: "Amount", align: "end", phone: "top-start" },
            { label: "Status", phone: "top-end" },
            { label: "To", phone: "middle-start" },
            { label: "Type", phone: "bottom-start" },
            { label: `Date (${zone.name})`, sorted: "descending", isQuiet: true, phone: "middle-end" },
            { label: "ID", phone: "hidden", hideBelow: "medium" },
          ]}
          empty={<NoWithdrawals mode={mode} isFiltered={Object.keys(given).length > 0} hasBank={hasBank} />}
          rows={list.withdrawals.map((withdrawal) => ({
            key: withdrawal.transaction_id,
            href: `${here}/${withdrawal.transaction_id}`,
            cells: [
              <Money key="amount" amount={withdrawal.amount} currency={withdrawal.currency} />,
              <StatusBadge key="status" of={statusOf(withdrawal)} />,
              withdrawal.recipient_name ?? `${withdrawal.name_in_bank}, ${withdrawal.bank_account}`,
              withdrawalTypeWords[withdrawal.withdrawal_type],
              <Moment key="date" at={withdrawal.created_at} zone={zone} format="shortWithYear" />,
              <IdCell key="id" id={withdrawal.transaction_id} label="the withdrawal ID" />,
            ],
          }))}
          footer={<Pager {...list.pager} />}
        />
      )}
    </>
  );
}

const WithdrawLink = ({ here }: { here: string }) => (
  <a href={`${here}/new`} className={buttons.primary}>
    <Icon of={BanknoteArrowUp} />
    Withdraw
  </a>
);

function NoWithdrawals({ mode, isFiltered, hasBank }: { mode: string; isFiltered: boolean; hasBank: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState
        icon={BanknoteArrowUp}
        title="No withdrawals match these filters"
        action={
          <a href={`/dashboard/${mode}/withdrawals`} className={buttons.secondary}>
            Clear filters
          </a>
        }
      />
    );
  }
  const next = hasBank
    ? {
        href: `/dashboard/${mode}/withdrawals/new`,
        label: "Withdraw",
        says: "Withdraw your balance to your bank account.",
      }
    : {
        href: `/dashboard/${mode}/banks`,
        label: "Add bank account",
        says: "Add a bank account, then withdraw your balance.",
      };
  return (
    <EmptyState
      icon={hasBank ? BanknoteArrowUp : Landmark}
      title="No withdrawals yet"
      action={
        <a href={next.href} className={buttons.primary}>
          {next.label}
        </a>
      }
    >
      {next.says}
    </EmptyState>
  );
}

const statusFilterWords: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(withdrawalWords).map(([status, { word }]) => [status, word]),
);

const filtersOf = (given: Given, currencies: readonly string[]): Filter[] => [
  choiceFilter("Status", "status", statusFilterWords, given),
  choiceFilter("Type", "withdrawal_type", withdrawalTypeWords, given),
  currencyFilter(currencies, given),
  dateFilter(given, "Days start at 00:00 UTC."),
  {
    label: "Cancelled",
    names: ["with_deleted"],
    chosen: given.with_deleted === "1" ? "With cancelled ones" : null,
    fields: <SwitchField name="with_deleted" label="Show cancelled ones, too" isOn={given.with_deleted === "1"} />,
  },
];

export function payeeFacts(withdrawal: PayeeFields): FactRow[] {
  const { bank_account_type: kind, id_type: document, id_number: number } = withdrawal;
  const facts: FactRow[] = [
    ["Recipient", withdrawal.recipient_name ?? withdrawal.name_in_bank],
    ["Bank", withdrawal.bank_name],
    ["Branch", withdrawal.bank_branch],
    ["Account", withdrawal.bank_account],
    ["Kind of account", kind && (bankAccountTypeWords[kind as keyof typeof bankAccountTypeWords] ?? kind)],
    ["Email", withdrawal.email],
    ["Phone", withdrawal.phone],
    ["Identity", document && `${identityDocumentWords[document as keyof typeof identityDocumentWords]} ${number}`],
    ["Your data", withdrawal.data],
  ];
  return facts.filter(([, value]) => value);
}
