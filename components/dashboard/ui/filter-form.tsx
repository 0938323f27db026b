import type { ReactNode } from "react";
import styles from "./form.module.css";
import { Notice } from "./page-parts";

type Props = { here: string; problem: string | null; children: ReactNode };

/** A form that filters a list through the query of its URL, so that the filtered list can be bookmarked and shared. */
export function FilterForm({ here, problem, children }: Props) {
  return (
    <form method="get" action={here} className={styles.filters}>
      {problem && <Notice tone="bad">{problem}</Notice>}
      <div className={styles.columns}>{children}</div>
      <div className={styles.foot}>
        <button type="submit" className={styles.quiet}>
          Show
        </button>
        <a href={here} className={styles.link}>
          Clear
        </a>
      </div>
    </form>
  );
}
