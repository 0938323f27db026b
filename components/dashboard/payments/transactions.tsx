import { FilterForm } from "@/components/dashboard/ui/filter-form";
import { Badge, type Tone } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { SelectField, TextField } from "@/components/ui/form/field";
import { Moment } from "@/components/ui/moment";
import { PageHead } from "@/components/ui/page-head";
import { DataTable } from "@/components/ui/table/data-table";
import { Pager, type PagerProps } from "@/components/ui/table/pager";

export type Transaction = {
  transaction_id: string;
  status: string;
  type: string;
  order_id: string;
  currency: string;
  total: string;
  original_total: string;
  card: string | null;
  customer_email: string | null;
  date: string;
  refunds: readonly { refund_id: string; status: string; total: string; date: string }[];
  chargeback: { status: string; total: string; date: string } | null;
  isAbandoned: boolean;
};

type Filters = Readonly<Record<string, string>>;
type Props = {
  mode: string;
  given: Filters;
  problem: string | null;
  statuses: readonly string[];
  currencies: readonly string[];
  list: { transactions: readonly Transaction[]; total: number; pager: PagerProps } | null;
};

const toOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

export function Transactions({ mode, given, problem, statuses, currencies, list }: Props) {
  const here = `/dashboard/${mode}/transactions`;
  const { page: _page, ...narrowed } = given;
  return (
    <>
      <PageHead title="Transactions" />
      <Card title="Find">
        <FilterForm here={here} problem={problem}>
          <TextField
            name="search"
            type="search"
            label="Search"
            hint="A transaction id, an order id or a customer's email, in full."
            value={given.search}
          />
          <SelectField name="status" label="Status" empty="Any" options={toOptions(statuses)} value={given.status} />
          <SelectField
            name="currency"
            label="Currency"
            empty="Any"
            options={toOptions(currencies)}
            value={given.currency}
          />
          <TextField name="order_id" label="Order id" value={given.order_id} />
          <TextField name="start_date" type="date" label="From" value={given.start_date} />
          <TextField name="end_date" type="date" label="To" hint="Days of UTC." value={given.end_date} />
        </FilterForm>
      </Card>
      {list && (
        <Card title={list.total === 1 ? "1 transaction" : `${list.total} transactions`}>
          <DataTable
            caption="Transactions"
            columns={["Transaction", "Date", "Status", "Amount", "Order", "Customer", "Card"]}
            empty="No transaction was found."
            rows={list.transactions.map((transaction) => toRow(here, transaction))}
          />
          <Pager {...list.pager} />
          {list.total > 0 && (
            <p>
              <a href={`${here}/export?${new URLSearchParams(narrowed)}`} download>
                Export as CSV
              </a>
            </p>
          )}
        </Card>
      )}
    </>
  );
}

function toRow(here: string, transaction: Transaction) {
  const { transaction_id: id, status, currency, card } = transaction;
  return {
    key: id,
    cells: [
      <a key="id" href={`${here}/${id}`}>
        {id}
      </a>,
      <Moment key="date" at={transaction.date} />,
      <StatusBadges key="status" {...transaction} />,
      `${currency}\u00a0${status === "success" ? transaction.total : transaction.original_total}`,
      transaction.order_id,
      transaction.customer_email ?? "",
      card ? `•••• ${card.slice(-4)}` : "",
    ],
  };
}

const tones: Readonly<Record<string, Tone>> = {
  success: "success",
  failed: "danger",
  error: "danger",
  incomplete: "warning",
};

export function StatusBadges({ status, isAbandoned, type, refunds, chargeback }: Transaction) {
  return (
    <>
      {isAbandoned ? <Badge>Abandoned</Badge> : <Badge tone={tones[status] ?? "neutral"}>{status}</Badge>}{" "}
      {type === "card_create" && <Badge>card check</Badge>}{" "}
      {refunds.some((refund) => refund.status !== "rejected") && <Badge tone="warning">refund</Badge>}{" "}
      {chargeback && <Badge tone="danger">chargeback {chargeback.status}</Badge>}
    </>
  );
}
