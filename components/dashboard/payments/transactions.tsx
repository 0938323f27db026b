import { ArrowLeftRight, Download } from "lucide";
import { choiceFilter, currencyFilter, dateFilter } from "@/components/dashboard/ui/list-filters";
import buttons from "@/components/ui/button.module.css";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import { PageHead } from "@/components/ui/page-head";
import { DataTable } from "@/components/ui/table/data-table";
import { type Filter, FilterBar } from "@/components/ui/table/filter-bar";
import { Pager, type PagerProps } from "@/components/ui/table/pager";
import { type Zone, zoneNameOf } from "@/lib/format/dates";
import { statusFilterWords } from "@/lib/format/status-words";
import { cardNetworks } from "@/lib/reference/card-networks";
import { type ListedPayment, toPaymentRow } from "./transaction-row";
import styles from "./transactions.module.css";

type Given = Readonly<Record<string, string>>;
type Props = {
  mode: string;
  zone: Zone;
  now: Date;
  /** The page's query. */
  given: Given;
  problem: string | null;
  currencies: readonly string[];
  /** Null if the query was refused. `matchesMax` is set if the search found more payments than it lists. */
  list: { payments: readonly ListedPayment[]; pager: PagerProps; matchesMax: number | null } | null;
};

export function Transactions({ mode, zone, now, given, problem, currencies, list }: Props) {
  const here = `/dashboard/${mode}/transactions`;
  const { page: _page, ...narrowed } = given;
  const canExport = list !== null && list.pager.total > 0 && list.matchesMax === null;
  return (
    <>
      <PageHead
        title="Transactions"
        actions={canExport && <ExportLink href={`${here}/export?${new URLSearchParams(narrowed)}`} />}
      />
      <FilterBar
        here={here}
        given={given}
        problem={problem}
        search={{ name: "search", label: "Search transactions", placeholder: "Order, email or payment ID" }}
        filters={filtersOf(given, currencies)}
        count={list ? countOf(list.pager) : undefined}
      />
      {list?.matchesMax && (
        <div className={styles.cut}>
          <Notice tone="info">
            More than {list.matchesMax.toLocaleString("en")} payments match your search, and not all of them are listed.
            Enter more of the order, name or email.
          </Notice>
        </div>
      )}
      {list && (
        <DataTable
          caption="Transactions"
          columns={[
            { label: "Amount", align: "end", phone: "top-start" },
            { label: "Status", phone: "top-end" },
            { label: "Customer", phone: "middle-start" },
            { label: "Card", phone: "bottom-end", hideBelow: "medium" },
            { label: "Order", phone: "bottom-start", hideBelow: "narrow" },
            { label: `Date (${zoneNameOf(zone)})`, sorted: "descending", isQuiet: true, phone: "middle-end" },
            { label: "ID", phone: "hidden", hideBelow: "wide" },
          ]}
          rows={list.payments.map((payment) => toPaymentRow(payment, { here, zone, now }))}
          empty={<NoPayments here={here} isFiltered={Object.keys(narrowed).length > 0} />}
          footer={<Pager {...list.pager} />}
        />
      )}
    </>
  );
}

/** On a phone it is an icon. */
const ExportLink = ({ href }: { href: string }) => (
  <a href={href} download className={`${buttons.secondary} ${styles.export}`}>
    <Icon of={Download} />
    <span>Export CSV</span>
  </a>
);

function countOf({ total, isMore }: PagerProps): string {
  if (total === 1) return "1 payment";
  return `${total.toLocaleString("en")}${isMore ? "+" : ""} payments`;
}

const networkWords: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(cardNetworks).map(([code, { name }]) => [code, name]),
);

const filtersOf = (given: Given, currencies: readonly string[]): Filter[] => [
  choiceFilter("Status", "status", statusFilterWords, given),
  currencyFilter(currencies, given),
  choiceFilter("Card", "card", networkWords, given),
  dateFilter(given),
];

function NoPayments({ here, isFiltered }: { here: string; isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState
        icon={ArrowLeftRight}
        title="No payments match these filters"
        action={
          <a href={here} className={buttons.secondary}>
            Clear filters
          </a>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={ArrowLeftRight}
      title="No payments yet"
      action={
        <a href="/docs/quick-start" className={buttons.primary}>
          Open the quick start
        </a>
      }
    >
      Send your first payment request. It takes about five minutes.
    </EmptyState>
  );
}
