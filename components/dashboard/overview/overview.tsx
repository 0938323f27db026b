import { ArrowRight, BanknoteArrowUp } from "lucide";
import { noPayments } from "@/components/dashboard/payments/transactions";
import { FirstPayment } from "@/components/dashboard/start/first-payment";
import layout from "@/components/dashboard/ui/layout.module.css";
import buttons from "@/components/ui/button.module.css";
import { Card } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import { PageHead } from "@/components/ui/page-head";
import { ChoiceMenu } from "@/components/ui/sections/choice-menu";
import { StatusBadge } from "@/components/ui/status-badge";
import { CardCell, Money } from "@/components/ui/table/cells";
import { DataTable } from "@/components/ui/table/data-table";
import type { FirstPaymentView } from "@/lib/dashboard/views/first-payment";
import type { OverviewView } from "@/lib/dashboard/views/overview";
import { Declines } from "./declines";
import { Funnel } from "./funnel";
import { NeedsAttention } from "./needs-attention";
import styles from "./overview-page.module.css";
import { type ChartChoice, PaymentsCard } from "./payments-card";
import { StatTiles } from "./stat-tiles";

type Props = OverviewView & {
  mode: string;
  mayWithdraw: boolean;
  chart: ChartChoice["chart"];
  isTable: boolean;
  firstPayment: FirstPaymentView | null;
};

/** The first page of an account that takes payments. */
export function Overview(props: Props) {
  const { mode, currency, currencies, period, moment, balances, figures, chart, isTable } = props;
  const here = `/dashboard/${mode}`;
  const shown = { currency, period: String(period), chart, ...(isTable && { view: "table" }) };
  const linkTo = (chosen: Record<string, string>) => `${here}?${new URLSearchParams({ ...shown, ...chosen })}`;
  return (
    <>
      <PageHead
        title="Overview"
        aside={moment}
        actions={
          <>
            <ChoiceMenu
              label="Currency"
              chosen={currency}
              options={currencies.map((code) => ({
                label: code,
                href: linkTo({ currency: code }),
                isCurrent: code === currency,
              }))}
            />
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
      <StatTiles {...{ currency, balances, figures }} balanceLine={props.balanceLine} />
      <div className={`${layout.columns} ${styles.columns}`}>
        <PaymentsCard noun="Volume" hasTabs {...{ currency, chart, period, isTable, linkTo, ...figures.chart }} />
        <NeedsAttention mode={mode} concerns={props.concerns} onItsWay={props.onItsWay} />
      </div>
      <div className={layout.halves}>
        <Funnel funnel={figures.funnel} />
        <Declines declines={figures.declines} />
      </div>
      <RecentPayments mode={mode} payments={props.recent} />
    </>
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
