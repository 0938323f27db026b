import styles from "./charts.module.css";
import { Line, pointsOf } from "./lines";

type Props = {
  /** A sentence, or nothing if the text beside the line says the same. */
  summary: string;
  values: readonly number[];
  /** The range of the values: from zero to the highest, unless it says otherwise. */
  bottom?: number;
  top?: number;
  /** Compared with, dotted. As long as the whole width. */
  before?: readonly number[];
};

/** With fewer values there is no line, but its room. */
const valuesMin = 3;

/** A small line without an axis. */
export function Sparkline({ summary, values, bottom = 0, top, before = [] }: Props) {
  const hasLine = values.length >= valuesMin || before.some((value) => value > 0);
  if (!hasLine) return <div className={styles.spark} />;
  const range = { bottom, top: top ?? Math.max(...values, ...before), length: Math.max(values.length, before.length) };
  return (
    <svg role="img" aria-label={summary} className={styles.spark}>
      {before.length > 0 && <Line points={pointsOf(before, range)} look="dotted" />}
      <Line points={pointsOf(values, range)} look="main" hasArea hasDot />
    </svg>
  );
}
