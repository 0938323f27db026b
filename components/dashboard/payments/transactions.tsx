import { ArrowLeftRight, Download } from "lucide";
import layout from "@/components/dashboard/ui/layout.module.css";
import { ListPage } from "@/components/dashboard/ui/list-page";
import type { ShownViews } from "@/components/dashboard/ui/saved-views";
import buttons from "@/components/ui/button.module.css";
import type { EmptyProps } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import type { Filter } from "@/components/ui/table/filter-bar";
import { choiceFilter, currencyFilter, dateFilter } from "@/components/ui/table/list-filters";
import { countOf, type PagerProps } from "@/components/ui/table/pager";
import { type Zone, zoneNameOf } from "@/lib/format/dates";
import { declineReasonWords } from "@/lib/format/decline-reasons";
import { statusFilterWords } from "@/lib/format/status-words";
import { cardNetworks } from "@/lib/reference/card-networks";
import { type Payment, toPaymentRow } from "./transaction-row";
import styles from "./transactions.module.css";

type Given = Readonly<Record<string, string>>;
type Props = {
  mode: string;
  zone: Zone;
  now: Date;
  /** The page's query. */
  given: Given;
  problem: string | null;
  views: ShownViews;
  /** What was typed into the search of the top bar. Null without such a search. */
  searched: string | null;
  currencies: readonly string[];
  /** The titles of payment links by their ids. */
  links: Given;
  /** Null if the query was refused. `matchesMax` is set if the search found more payments than it lists. */
  list: { payments: readonly Payment[]; pager: PagerProps; matchesMax: number | null } | null;
};

export function Transactions({ mode, zone, now, given, problem, views, searched, currencies, links, list }: Props) {
  const here = `/dashboard/${mode}/transactions`;
  const { page: _page, ...narrowed } = given;
  const canExport = list !== null && list.pager.total > 0 && list.matchesMax === null;
  return (
    <ListPage
      title="Transactions"
      actions={canExport && <ExportLink href={`${here}/export?${new URLSearchParams(narrowed)}`} />}
      bar={{
        here,
        given,
        problem,
        search: { name: "search", label: "Search transactions", placeholder: "Reference, order or email" },
        filters: [...foundFilter(given, searched), ...filtersOf(given, currencies, links)],
        count: list ? countOf(list.pager, "payment") : undefined,
      }}
      views={views}
      note={list?.matchesMax && <CutNote matchesMax={list.matchesMax} />}
      columns={[
        { label: "Amount", align: "end", phone: "top-start" },
        { label: "Status", phone: "top-end" },
        { label: "Customer", phone: "middle-start" },
        { label: "Card", phone: "bottom-end", hideBelow: "medium" },
        { label: "Order", phone: "bottom-start", hideBelow: "narrow" },
        { label: "Reference", phone: "hidden", hideBelow: "medium" },
        { label: `Date (${zoneNameOf(zone)})`, sorted: "descending", isQuiet: true, phone: "middle-end" },
        { label: "ID", phone: "hidden", hideBelow: "wide" },
      ]}
      rows={list?.payments.map((payment) => toPaymentRow(payment, { here, zone, now }))}
      pager={list?.pager}
      empty={noPayments}
      things="payments"
    />
  );
}

const CutNote = ({ matchesMax }: { matchesMax: number }) => (
  <div className={layout.notice}>
    <Notice tone="info">
      More than {matchesMax.toLocaleString("en")} payments match your search, and not all of them are listed. Enter more
      of the order, name or email.
    </Notice>
  </div>
);

/** On a phone it is an icon. */
const ExportLink = ({ href }: { href: string }) => (
  <a href={href} download className={`${buttons.secondary} ${styles.export}`}>
    <Icon of={Download} />
    <span>Export CSV</span>
  </a>
);

const networkWords: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(cardNetworks).map(([code, { name }]) => [code, name]),
);

/** The search of the top bar, which can only be removed here. */
const foundFilter = (given: Given, searched: string | null): Filter[] =>
  searched === null
    ? []
    : [
        {
          label: "Search",
          names: ["found"],
          chosen: searched === "" ? "Search" : `“${searched}”`,
          fields: (
            <>
              <input type="hidden" name="found" value={given.found} />
              <p className={layout.note}>Found by the search at the top of the page.</p>
            </>
          ),
        },
      ];

const filtersOf = (given: Given, currencies: readonly string[], links: Given): Filter[] => [
  choiceFilter("Status", "status", statusFilterWords, given),
  choiceFilter("Reason", "reason", declineReasonWords, given),
  currencyFilter(currencies, given),
  choiceFilter("Card", "card", networkWords, given),
  ...(Object.keys(links).length > 0 ? [choiceFilter("Link", "payment_link_id", links, given)] : []),
  dateFilter(given),
];

export const noPayments: EmptyProps = {
  icon: ArrowLeftRight,
  title: "No payments yet",
  text: "Send your first payment request. It takes about five minutes.",
  link: { href: "/docs/quick-start", label: "Open the quick start", look: "primary" },
};
