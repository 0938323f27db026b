import { Grid, Labels } from "./axis";
import styles from "./charts.module.css";
import { Line, pointsOf } from "./lines";
import { niceScale, percentOf } from "./scale";

type Values = readonly (number | null)[];

type Props = {
  /** A sentence that says what the chart shows. */
  summary: string;
  main: Values;
  /** The line that it is compared with. */
  quiet: Values;
  labels: readonly (string | null)[];
  /** A dashed line. The axis always contains it. */
  limit: { value: number; words: string };
};

/** Two lines over time. A step without a value has no point. */
export function TwoLines({ summary, main, quiet, labels, limit }: Props) {
  const scale = niceScale(
    [limit.value, ...main, ...quiet].filter((value) => value !== null),
    false,
  );
  const range = { bottom: 0, top: scale.top };
  const y = percentOf(scale.top - limit.value, scale.top);
  return (
    <div className={styles.chart}>
      <svg role="img" aria-label={summary} className={styles.plot}>
        <Grid scale={scale} />
        <line x1="0" x2="100%" y1={y} y2={y} className={styles.limit} />
        <text x="100%" y={y} dy="-6" textAnchor="end" className={styles.limitText}>
          {limit.words}
        </text>
        <Line points={pointsOf(quiet, range)} look="quiet" hasDot />
        <Line points={pointsOf(main, range)} look="main" hasDot />
        <Labels labels={labels} at="point" />
      </svg>
    </div>
  );
}
