import { BanknoteArrowUp, Landmark } from "lucide";
import { Balances } from "@/components/dashboard/overview/balances";
import layout from "@/components/dashboard/ui/layout.module.css";
import { ListPage } from "@/components/dashboard/ui/list-page";
import type { ShownViews } from "@/components/dashboard/ui/saved-views";
import buttons from "@/components/ui/button.module.css";
import { Card } from "@/components/ui/card";
import type { EmptyProps } from "@/components/ui/empty-state";
import { SwitchField } from "@/components/ui/form/choice-fields";
import { Icon } from "@/components/ui/icon";
import { Moment } from "@/components/ui/moment";
import { StatusBadge } from "@/components/ui/status-badge";
import { IdCell, Money } from "@/components/ui/table/cells";
import type { FactRow } from "@/components/ui/table/facts";
import type { Filter } from "@/components/ui/table/filter-bar";
import { choiceFilter, currencyFilter, dateFilter } from "@/components/ui/table/list-filters";
import type { PagerProps } from "@/components/ui/table/pager";
import type { Zone } from "@/lib/format/dates";
import { withdrawalWords } from "@/lib/format/status-words";
import { bankAccountTypeWords, identityDocumentWords, withdrawalTypeWords } from "@/lib/format/value-words";
import type { BalanceRecord } from "@/lib/profile/contract";
import type { WithdrawalRecord } from "@/lib/withdrawals/contract";

export const statusOf = ({ status }: WithdrawalRecord) => withdrawalWords[status as keyof typeof withdrawalWords];

type Given = Readonly<Record<string, string>>;

type ListProps = {
  mode: string;
  given: Given;
  problem: string | null;
  views: ShownViews;
  currencies: readonly string[];
  balances: readonly BalanceRecord[];
  list: { withdrawals: readonly WithdrawalRecord[]; pager: PagerProps } | null;
  hasBank: boolean;
  zone: Zone;
};

export function Withdrawals({ mode, given, problem, views, currencies, balances, list, hasBank, zone }: ListProps) {
  const here = `/dashboard/${mode}/withdrawals`;
  return (
    <ListPage
      title="Withdrawals"
      actions={<WithdrawLink here={here} />}
      above={
        <div className={layout.notice}>
          <Card title="Balances">
            <Balances balances={balances} />
          </Card>
        </div>
      }
      bar={{ here, given, problem, filters: filtersOf(given, currencies) }}
      views={views}
      columns={[
        { label: "Amount", align: "end", phone: "top-start" },
        { label: "Status", phone: "top-end" },
        { label: "To", phone: "middle-start" },
        { label: "Type", phone: "bottom-start" },
        { label: `Date (${zone.name})`, sorted: "descending", isQuiet: true, phone: "middle-end" },
        { label: "ID", phone: "hidden", hideBelow: "medium" },
      ]}
      empty={hasBank ? noWithdrawals(mode) : noBank(mode)}
      things="withdrawals"
      rows={list?.withdrawals.map((withdrawal) => ({
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
      pager={list?.pager}
    />
  );
}

const WithdrawLink = ({ here }: { here: string }) => (
  <a href={`${here}/new`} className={buttons.primary}>
    <Icon of={BanknoteArrowUp} />
    Withdraw
  </a>
);

const noWithdrawals = (mode: string): EmptyProps => ({
  icon: BanknoteArrowUp,
  title: "No withdrawals yet",
  text: "Withdraw your balance to your bank account.",
  link: { href: `/dashboard/${mode}/withdrawals/new`, label: "Withdraw", look: "primary" },
});

const noBank = (mode: string): EmptyProps => ({
  icon: Landmark,
  title: "No withdrawals yet",
  text: "Add a bank account, then withdraw your balance.",
  link: { href: `/dashboard/${mode}/banks`, label: "Add bank account", look: "primary" },
});

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

export function payeeFacts(withdrawal: WithdrawalRecord): FactRow[] {
  const { bank_account_type: kind, id_type: document, id_number: number } = withdrawal;
  return [
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
}
