import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { PageHead } from "@/components/ui/page-head";
import { DataTable } from "@/components/ui/table/data-table";
import { Facts } from "@/components/ui/table/facts";
import styles from "./overview.module.css";
import { type Bar, VolumeChart } from "./volume-chart";

export type Balance = { currency: string; balance: string; held: string; owed: string };
type Volume = { currency: string; payments: number; volume: string };
type Concern = { text: string; href: string; label: string; isUrgent: boolean };

type Props = {
  mode: string;
  balances: readonly Balance[];
  concerns: readonly Concern[];
  figures: {
    today: readonly Volume[];
    month: readonly Volume[];
    successRate: number | null;
    charts: readonly { currency: string; bars: readonly Bar[] }[];
  };
  /** The currency that the member chose for the chart. */
  currency: string | undefined;
};

export function Overview({ mode, balances, concerns, figures, currency }: Props) {
  const { today, month, successRate, charts } = figures;
  const chart = charts.find((one) => one.currency === currency) ?? charts[0];
  return (
    <>
      <PageHead title="Overview" />
      <Card title="What needs attention">
        {concerns.length === 0 && <p>Nothing at the moment.</p>}
        {concerns.map(({ text, href, label, isUrgent }) => (
          <Notice key={text} tone={isUrgent ? "danger" : "warning"}>
            <p>
              {text} <a href={href}>{label}</a>
            </p>
          </Notice>
        ))}
      </Card>
      <Card title="Balances">
        <Balances balances={balances} />
      </Card>
      <Card title="Payments">
        <Facts
          facts={[
            ["Today", <Volumes key="today" volumes={today} />],
            ["This month", <Volumes key="month" volumes={month} />],
            ["Success rate, last 30 days", successRate === null ? "No payment yet" : `${successRate} %`],
          ]}
        />
        <p className={styles.note}>
          What customers paid, by the day on which the payment was asked for. Days are those of UTC. The success rate
          leaves out abandoned checkouts: those without an attempt to pay.
        </p>
      </Card>
      <Card title="Last 30 days">
        {charts.length > 1 && (
          <nav aria-label="Currency of the chart" className={styles.choices}>
            {charts.map((one) => (
              <a
                key={one.currency}
                href={`/dashboard/${mode}?currency=${one.currency}`}
                aria-current={one === chart ? "true" : undefined}
              >
                {one.currency}
              </a>
            ))}
          </nav>
        )}
        {chart ? <VolumeChart {...chart} /> : <p>There was no payment yet.</p>}
      </Card>
    </>
  );
}

export function Balances({ balances }: { balances: readonly Balance[] }) {
  return (
    <DataTable
      caption="Balances"
      columns={["Currency", "Available", "Held", "Owed"]}
      empty="There is no balance yet."
      rows={balances.map(({ currency, balance, held, owed }) => ({
        key: currency,
        cells: [currency, balance, held, owed],
      }))}
    />
  );
}

function Volumes({ volumes }: { volumes: readonly Volume[] }) {
  if (volumes.length === 0) return "No payment yet";
  return volumes.map(({ currency, volume, payments }) => (
    <span key={currency} className={styles.volume}>
      <strong>
        {currency} {volume}
      </strong>{" "}
      <span>{payments === 1 ? "1 payment" : `${payments} payments`}</span>
    </span>
  ));
}
