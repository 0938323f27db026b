import styles from "./charts.module.css";
import { HiddenTable } from "./hidden-table";
import { Legend, type LegendEntry, type Look } from "./legend";

type Props = {
  summary: string;
  /** What the times of the table are called. */
  caption: string;
  from: string;
  until: string;
  phases: readonly { look: Look; words: string; ms: number; from: string; took: string }[];
  legend: readonly LegendEntry[];
};

/** A phase is never narrower than this part of the whole, so that it can be seen. */
const shareMin = 0.01;

/** What took how long, one phase after the other on an axis of time. */
export function TimeAxis({ summary, caption, from, until, phases, legend }: Props) {
  const whole = phases.reduce((sum, { ms }) => sum + ms, 0);
  const shares = phases.map(({ ms }) => Math.max(shareMin, whole === 0 ? 0 : ms / whole));
  const total = shares.reduce((sum, share) => sum + share, 0);
  const startOf = (index: number) => shares.slice(0, index).reduce((sum, share) => sum + share, 0);
  const inPercent = (share: number) => `${Math.round((share / total) * 10_000) / 100}%`;
  return (
    <div>
      <Legend entries={legend} />
      <svg role="img" aria-label={summary} className={styles.phases}>
        {phases.map(({ look, from: start }, index) => (
          <g key={`${start} ${look}`}>
            <rect
              x={inPercent(startOf(index))}
              width={inPercent(shares[index] ?? 0)}
              height="100%"
              className={styles.segment}
              data-look={look}
            />
            {index > 0 && <rect x={inPercent(startOf(index))} width="1.5" height="100%" className={styles.between} />}
          </g>
        ))}
      </svg>
      <div className={styles.ends} aria-hidden="true">
        <span>{from}</span>
        <span>{until}</span>
      </div>
      <HiddenTable
        caption={caption}
        columns={["From", "What", "Took"]}
        rows={phases.map(({ from: start, words, took }) => [start, words, took])}
      />
    </div>
  );
}
