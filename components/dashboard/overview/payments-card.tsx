import { ChartColumn, Table2 } from "lucide";
import buttons from "@/components/ui/button.module.css";
import { Card } from "@/components/ui/card";
import { Legend, type Look } from "@/components/ui/charts/legend";
import { type BarStep, StackedBars } from "@/components/ui/charts/stacked-bars";
import { Icon } from "@/components/ui/icon";
import { SegmentedLinks } from "@/components/ui/sections/tabs";
import { Money } from "@/components/ui/table/cells";
import { DataTable } from "@/components/ui/table/data-table";
import type { Bar } from "@/lib/dashboard/views/bars";
import { formatMoney } from "@/lib/format/money";
import styles from "./overview-page.module.css";

const periods = [7, 30, 90];

export type ChartChoice = { chart: "payments" | "volume"; period: number; isTable: boolean };

type Props = ChartChoice & {
  /** What the volume is called: the "Volume" of all payments, or what a link has "Taken". */
  noun: string;
  /** Whether tabs offer both charts. */
  hasTabs?: boolean;
  currency: string;
  bars: readonly Bar[];
  total: string;
  linkTo: (chosen: Record<string, string>) => string;
};

/** Payments or their volume per day or week, as a chart or as a table. */
export function PaymentsCard({ noun, hasTabs, currency, chart, period, bars, total, isTable, linkTo }: Props) {
  const step = period === 90 ? "week" : "day";
  const title = `${chart === "payments" ? "Payments" : noun} per ${step}`;
  const tabs = [
    { label: `Payments per ${step}`, value: "payments" },
    { label: noun, value: "volume" },
  ];
  return (
    <Card
      title={title}
      note={chart === "volume" && !hasTabs ? `${currency}, fees included` : undefined}
      tabs={
        hasTabs &&
        tabs.map(({ label, value }) => ({ label, href: linkTo({ chart: value }), isCurrent: value === chart }))
      }
      action={
        <span className={styles.tools}>
          <SegmentedLinks
            label="Period of the chart"
            options={periods.map((days) => ({
              label: `${days} days`,
              href: linkTo({ period: String(days) }),
              isCurrent: days === period,
            }))}
          />
          <a
            href={linkTo({ view: isTable ? "chart" : "table" })}
            className={`${buttons.secondary} ${styles.tableButton}`}
            aria-label={isTable ? "Show as a chart" : "Show as a table"}
          >
            <Icon of={isTable ? ChartColumn : Table2} />
          </a>
        </span>
      }
    >
      {isTable ? (
        <BarTable caption={`${title} in ${currency}`} {...{ noun, currency, bars }} />
      ) : (
        <Chart {...{ title, noun, chart, currency, period, bars, total }} />
      )}
    </Card>
  );
}

const outcomes = [
  { name: "paid", label: "Paid", look: "main" },
  { name: "declined", label: "Declined", look: "danger" },
  { name: "abandoned", label: "Abandoned", look: "quiet" },
] as const satisfies { name: keyof Bar; label: string; look: Look }[];

type ChartProps = Pick<Props, "noun" | "chart" | "currency" | "period" | "bars" | "total"> & { title: string };

function Chart({ title, noun, chart, currency, period, bars, total }: ChartProps) {
  const isCount = chart === "payments";
  const sums = outcomes.map(({ name, label, look }) => {
    const sum = bars.reduce((all, bar) => all + bar[name], 0);
    return { label, look, total: sum.toLocaleString("en") };
  });
  const isEmpty = bars.every(({ paid, declined, abandoned }) => paid + declined + abandoned === 0);
  const shown = isCount
    ? sums
    : [{ label: noun, look: "main" as const, total: formatMoney({ amount: total, currency }) }];
  const words = isCount ? sums.map((one) => `${one.total} ${one.label.toLowerCase()}`).join(", ") : shown[0]?.total;
  const span = `from ${bars[0]?.title} to ${bars.at(-1)?.title}`;
  return (
    <>
      <Legend entries={shown} />
      {isEmpty && <p className={styles.empty}>No payments in these {period} days.</p>}
      <StackedBars
        summary={`${title} in ${currency}, ${span}: ${isEmpty ? "no payments" : words}.`}
        looks={isCount ? outcomes.map(({ look }) => look) : ["main"]}
        steps={bars.map((bar) => (isCount ? countStep(bar) : volumeStep(bar, noun, currency)))}
        isCount={isCount}
      />
    </>
  );
}

const rateText = ({ successRate }: Bar): string => (successRate === null ? "–" : `${successRate.toFixed(1)}%`);

const countStep = (bar: Bar): BarStep => ({
  ...bar,
  values: outcomes.map(({ name }) => bar[name]),
  facts: [
    ...outcomes.map(({ name, label }) => [label, bar[name].toLocaleString("en")] as const),
    ["Success rate", rateText(bar)],
  ],
});

const volumeStep = (bar: Bar, noun: string, currency: string): BarStep => ({
  ...bar,
  values: [Number(bar.volume)],
  facts: [
    [noun, formatMoney({ amount: bar.volume, currency })],
    ["Payments", bar.paid.toLocaleString("en")],
    ["Success rate", rateText(bar)],
  ],
});

function BarTable({ caption, noun, currency, bars }: Pick<Props, "noun" | "currency" | "bars"> & { caption: string }) {
  return (
    <DataTable
      caption={caption}
      columns={[
        caption.includes(" per week") ? "Week" : "Day",
        ...outcomes.map(({ label }) => ({ label, align: "end" as const })),
        { label: noun, align: "end" },
        { label: "Success rate", align: "end" },
      ]}
      rows={bars.toReversed().map((bar) => ({
        key: bar.key,
        cells: [
          bar.title,
          ...outcomes.map(({ name }) => bar[name].toLocaleString("en")),
          <Money key="volume" amount={bar.volume} currency={currency} />,
          rateText(bar),
        ],
      }))}
      empty=""
    />
  );
}
