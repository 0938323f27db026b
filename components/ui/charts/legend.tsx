import styles from "./charts.module.css";

/** What a part of a chart means. Its colour follows from it. */
export type Look = "main" | "strong" | "danger" | "quiet";

export type LegendEntry = { label: string; look: Look; total?: string };

/** The words of a chart's colours, with totals. */
export const Legend = ({ entries, isOfLines = false }: { entries: readonly LegendEntry[]; isOfLines?: boolean }) => (
  <ul className={styles.legend} data-lines={isOfLines || undefined}>
    {entries.map(({ label, look, total }) => (
      <li key={label}>
        <svg width={isOfLines ? 14 : 12} height={isOfLines ? 4 : 12} aria-hidden="true">
          <rect width="100%" height="100%" rx="2.5" className={styles.segment} data-look={look} />
        </svg>
        {label}
        {total && <b>{total}</b>}
      </li>
    ))}
  </ul>
);
