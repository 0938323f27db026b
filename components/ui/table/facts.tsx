import type { ReactNode } from "react";
import styles from "./facts.module.css";

export type FactRow = readonly [label: string, value: ReactNode];

/** Labels and values: in columns, or with `isStacked` one row each for a side card. Leaves out empty values. */
export function Facts({ facts, isStacked }: { facts: readonly FactRow[]; isStacked?: boolean }) {
  return (
    <dl className={isStacked ? styles.rows : styles.columns}>
      {facts
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
