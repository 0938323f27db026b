import { ArrowRight, BanknoteArrowUp, ChevronDown } from "lucide";
import { FirstPayment } from "@/components/dashboard/start/first-payment";
import layout from "@/components/dashboard/ui/layout.module.css";
import buttons from "@/components/ui/button.module.css";
import { Card } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import { PageHead } from "@/components/ui/page-head";
import { StatusBadge } from "@/components/ui/status-badge";
import { CardCell, Money } from "@/components/ui/table/cells";
import { DataTable } from "@/components/ui/table/data-table";
import type { FirstPaymentView } from "@/lib/dashboard/views/first-payment";
import type { OverviewView } from "@/lib/dashboard/views/overview";
import { NeedsAttention } from "./needs-attention";
import styles from "./overview-page.module.css";
import { StatTiles } from "./stat-tiles";
import { noPayments } from "./transactions";
import { VolumeCard } from "./volume-card";

type Props = OverviewView & {
  mode: string;
  mayWithdraw: boolean;
  isTable: boolean;
  firstPayment: FirstPaymentView | null;
};

/** The first page of an account that takes payments. */
export function Overview(props: Props) {
  const { mode, currency, currencies, period, moment, balances, figures, isTable } = props;
  const here = `/dashboard/${mode}`;
  const linkTo = (chosen: Record<string, string>) =>
    `${here}?${new URLSearchParams({ currency, period: String(period), ...(isTable && { view: "table" }), ...chosen })}`;
  return (
    <>
      <PageHead
        title="Overview"
        aside={moment}
        actions={
          <>
            <CurrencyChoice currency={currency} currencies={currencies} linkTo={linkTo} />
            {props.mayWithdraw && (
              <a href={`${here}/withdrawals/new`} className={buttons.primary}>
                <Icon of={BanknoteArrowUp} />
                Withdraw
              </a>
            )}
          </>
        }
      />
      {props.firstPayment && <FirstPayment {...props.firstPayment} />}
      <StatTiles currency={currency} balances={balances} figures={figures} />
      <div className={`${layout.columns} ${styles.columns}`}>
        <VolumeCard noun="Volume" {...{ currency, period, isTable, linkTo }} bars={figures?.bars ?? null} />
        <NeedsAttention mode={mode} concerns={props.concerns} onItsWay={props.onItsWay} />
      </div>
      <RecentPayments mode={mode} payments={props.recent} />
    </>
  );
}

type ChoiceProps = Pick<Props, "currency" | "currencies"> & { linkTo: (chosen: Record<string, string>) => string };

function CurrencyChoice({ currency, currencies, linkTo }: ChoiceProps) {
  return (
    <details className={styles.choice}>
      <summary className={buttons.secondary} aria-label={`Currency: ${currency}`}>
        {currency}
        <Icon of={ChevronDown} />
      </summary>
      <ul>
        {currencies.map((code) => (
          <li key={code}>
            <a href={linkTo({ currency: code })} aria-current={code === currency ? "true" : undefined}>
              {code}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

function RecentPayments({ mode, payments }: { mode: string; payments: Props["recent"] }) {
  const list = `/dashboard/${mode}/transactions`;
  return (
    <Card
      title="Recent payments"
      isFlush
      action={
        payments.length > 0 && (
          <a href={list}>
            All transactions
            <Icon of={ArrowRight} />
          </a>
        )
      }
    >
      <DataTable
        caption="Recent payments"
        isHeadHidden
        columns={[
          { label: "Amount", align: "end", phone: "top-start" },
          { label: "Status", phone: "top-end" },
          { label: "Customer", phone: "middle-start" },
          { label: "Card", phone: "bottom-end", hideBelow: "medium" },
          { label: "Order", phone: "bottom-start" },
          { label: "Date", align: "end", isQuiet: true, phone: "middle-end" },
        ]}
        rows={payments.map(({ id, amount, currency, status, customer, network, card, order, date }) => ({
          key: id,
          href: `${list}/${id}`,
          cells: [
            <Money key="amount" amount={amount} currency={currency} />,
            <StatusBadge key="status" of={status} />,
            customer,
            card && <CardCell key="card" network={network} number={card} />,
            order,
            date,
          ],
        }))}
        empty={noPayments}
      />
    </Card>
  );
}
