import { DataTable } from "@/components/ui/table/data-table";
import styles from "./overview.module.css";

export type Bar = { date: string; payments: number; volume: string; share: number };

/** Sizes of the chart's bars in SVG units. The chart is stretched to the available width. */
const [step, gap, height] = [20, 4, 100];
/** The minimum height of a bar, so that a small amount differs visibly from zero. */
const barHeightMin = 1;

const wordsFor = (currency: string, { date, volume, payments }: Bar): string =>
  `${date}: ${currency} ${volume}, ${payments === 1 ? "1 payment" : `${payments} payments`}`;

/** The chart of payments per day, drawn on the server. The table below it contains the same numbers. */
export function VolumeChart({ currency, bars }: { currency: string; bars: readonly Bar[] }) {
  const best = bars.find(({ share }) => share === 1);
  return (
    <>
      {best && <p className={styles.note}>Best day: {wordsFor(currency, best)}.</p>}
      <svg
        className={styles.chart}
        viewBox={`0 0 ${bars.length * step} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`What customers paid per day in ${currency}, from ${bars[0]?.date} to ${bars.at(-1)?.date}`}
      >
        {bars.map((bar, index) => (
          <DayBar key={bar.date} bar={bar} at={index * step} title={wordsFor(currency, bar)} />
        ))}
      </svg>
      <p className={styles.ends} aria-hidden="true">
        <span>{bars[0]?.date}</span>
        <span>{bars.at(-1)?.date}</span>
      </p>
      <details className={styles.more}>
        <summary>The same as a table</summary>
        <DataTable
          caption={`Paid per day in ${currency}`}
          columns={["Day", "Paid", "Payments"]}
          empty=""
          rows={bars.map(({ date, volume, payments }) => ({ key: date, cells: [date, volume, payments] }))}
        />
      </details>
    </>
  );
}

function DayBar({ bar, at, title }: { bar: Bar; at: number; title: string }) {
  const tall = bar.payments > 0 ? Math.max(barHeightMin, bar.share * height) : 0;
  return (
    <g>
      <title>{title}</title>
      <rect className={styles.day} x={at} y={0} width={step} height={height} />
      <rect className={styles.bar} x={at + gap / 2} y={height - tall} width={step - gap} height={tall} />
    </g>
  );
}
