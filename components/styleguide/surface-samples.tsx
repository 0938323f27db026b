import { ArrowRight, Plus, Webhook } from "lucide";
import buttons from "@/components/ui/button.module.css";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { SelectField } from "@/components/ui/form/field";
import { Icon } from "@/components/ui/icon";
import { SegmentedLinks, Tabs } from "@/components/ui/sections/tabs";
import { StatusBadge } from "@/components/ui/status-badge";
import { CardCell, IdCell, Money } from "@/components/ui/table/cells";
import { DataTable } from "@/components/ui/table/data-table";
import { Facts } from "@/components/ui/table/facts";
import { FilterBar } from "@/components/ui/table/filter-bar";
import { Pager } from "@/components/ui/table/pager";
import { outcomeWords, partlyRefunded } from "@/lib/format/status-words";
import styles from "./styleguide.module.css";

export function CardSamples() {
  return (
    <Card
      title="Details"
      note="in TTD"
      action={
        <a href="#details">
          All details
          <Icon of={ArrowRight} />
        </a>
      }
    >
      <Facts
        isStacked
        facts={[
          ["Amount", <Money key="amount" amount="1249.50" currency="TTD" size="large" />],
          ["Customer paid", <Money key="paid" amount="1249.50" currency="TTD" size="medium" />],
          ["Card", <CardCell key="card" network="visa" number="1111" />],
          ["Form", "Card with contact details"],
        ]}
      />
    </Card>
  );
}

const periods = ["7 days", "30 days", "90 days"];

export function ChoiceSamples({ here }: { here: string }) {
  return (
    <div>
      <Tabs
        label="Sample tabs"
        tabs={[
          { label: "Payments", href: here, isCurrent: true },
          { label: "Refunds", href: `${here}#refunds`, isCurrent: false, count: 2 },
          { label: "Chargebacks", href: `${here}#chargebacks`, isCurrent: false },
        ]}
      />
      <div className={styles.stack}>
        <div>
          <SegmentedLinks
            label="Sample period"
            options={periods.map((label) => ({ label, href: `${here}#${label}`, isCurrent: label === "30 days" }))}
          />
        </div>
        <FilterBar
          here={here}
          given={{ status: "paid" }}
          filters={[
            { label: "Status", names: ["status"], chosen: "Paid, Declined", fields: <CurrencyField /> },
            { label: "Currency", names: ["currency"], chosen: null, fields: <CurrencyField /> },
          ]}
        />
      </div>
    </div>
  );
}

const CurrencyField = () => (
  <SelectField
    name="currency"
    label="Currency"
    empty="Any currency"
    options={[
      { value: "TTD", label: "TTD" },
      { value: "USD", label: "USD" },
    ]}
  />
);

const payments = [
  {
    id: "01M7HCE82374AY285DHXKB6Y73",
    amount: "1249.50",
    currency: "TTD",
    status: outcomeWords.success,
    name: "Anisa Mohammed",
    network: "visa",
    number: "1111",
    order: "MP-10482",
    date: "16 Nov, 10:42",
  },
  {
    id: "01M7HCE82374AY285DHX9QF2VD",
    amount: "259.42",
    currency: "TTD",
    status: outcomeWords.success,
    name: "Kerwin Baptiste",
    network: "mastercard",
    number: "4444",
    order: "MP-10481",
    date: "16 Nov, 10:17",
  },
  {
    id: "01M7HCE82374AY285DHXT8WJ40",
    amount: "86.00",
    currency: "USD",
    status: partlyRefunded,
    name: "Shanice Clarke",
    network: "amex",
    number: "0026",
    order: "MP-10479",
    date: "16 Nov, 09:51",
  },
  {
    id: "01M7HCE82374AY285DHXZC51MH",
    amount: "3480.00",
    currency: "TTD",
    status: outcomeWords.declined,
    name: null,
    network: "discover",
    number: "0002",
    order: "MP-10478",
    date: "15 Nov, 09:33",
  },
] as const;

export function TableSamples({ here }: { here: string }) {
  return (
    <DataTable
      caption="Sample payments"
      columns={[
        { label: "Amount", align: "end", phone: "top-start" },
        { label: "Status", phone: "top-end" },
        { label: "Customer", phone: "middle-start" },
        { label: "Card", phone: "bottom-end" },
        { label: "Order", phone: "bottom-start" },
        { label: "Date (AST)", sorted: "descending", isQuiet: true, phone: "middle-end" },
        { label: "ID", phone: "hidden" },
      ]}
      rows={payments.map((payment) => ({
        key: payment.id,
        href: `${here}#${payment.id}`,
        group: payment.date.slice(0, 6),
        cells: [
          <Money key="amount" amount={payment.amount} currency={payment.currency} />,
          <StatusBadge key="status" of={payment.status} />,
          payment.name,
          <CardCell key="card" network={payment.network} number={payment.number} />,
          payment.order,
          payment.date,
          <IdCell key="id" id={payment.id} label="the payment ID" />,
        ],
      }))}
      empty="No payments yet"
      footer={<Pager from={1} to={4} total={214} links={{ prev: null, next: `${here}?page=2` }} />}
    />
  );
}

export const EmptySample = () => (
  <Card>
    <EmptyState
      icon={Webhook}
      title="No webhook endpoints yet"
      action={
        <button type="button" className={buttons.primary}>
          <Icon of={Plus} />
          Add endpoint
        </button>
      }
      text="Add one to hear about payments even when the customer closes the page."
    />
  </Card>
);
