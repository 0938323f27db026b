import { ChartColumn, Table2 } from "lucide";
import buttons from "@/components/ui/button.module.css";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { SegmentedLinks } from "@/components/ui/sections/tabs";
import { Money } from "@/components/ui/table/cells";
import { DataTable } from "@/components/ui/table/data-table";
import type { Bar } from "@/lib/dashboard/views/bars";
import styles from "./overview-page.module.css";
import { VolumeChart } from "./volume-chart";

const periods = [7, 30, 90];

type Props = {
  /** What the bars show: the "Volume" of all payments, or what a link has "Taken". */
  noun: string;
  currency: string;
  period: number;
  /** Null without payments. */
  bars: readonly Bar[] | null;
  isTable: boolean;
  linkTo: (chosen: Record<string, string>) => string;
};

/** The volume per day or week, as a chart or as a table. */
export function VolumeCard({ noun, currency, period, bars, isTable, linkTo }: Props) {
  const step = period === 90 ? "week" : "day";
  return (
    <Card
      title={`${noun} per ${step}`}
      note={`${currency}, fees included`}
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
      {!bars && (
        <EmptyState
          icon={ChartColumn}
          title={`No payments in ${currency}`}
          text={`The chart shows payments of the last ${period} days.`}
        />
      )}
      {bars && !isTable && <VolumeChart {...{ noun, step, currency, bars }} />}
      {bars && isTable && (
        <DataTable
          caption={`${noun} per ${step} in ${currency}`}
          columns={[
            step === "day" ? "Day" : "Week",
            { label: noun, align: "end" },
            { label: "Payments", align: "end" },
            { label: "Success rate", align: "end" },
          ]}
          rows={bars.toReversed().map(({ key, title, volume, paid, successRate }) => ({
            key,
            cells: [
              title,
              <Money key="volume" amount={volume} currency={currency} />,
              paid,
              successRate === null ? "–" : `${successRate.toFixed(1)}%`,
            ],
          }))}
          empty=""
        />
      )}
    </Card>
  );
}
