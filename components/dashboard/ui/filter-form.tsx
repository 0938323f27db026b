import type { ReactNode } from "react";
import buttons from "@/components/ui/button.module.css";
import { Notice } from "@/components/ui/notice";
import styles from "./filter-form.module.css";

type Props = { here: string; problem: string | null; children: ReactNode };

/** A form that filters a list through the query of its URL, so that the filtered list can be bookmarked and shared. */
export function FilterForm({ here, problem, children }: Props) {
  return (
    <form method="get" action={here} className={styles.filters}>
      {problem && <Notice tone="danger">{problem}</Notice>}
      <div className={styles.columns}>{children}</div>
      <div className={styles.foot}>
        <button type="submit" className={buttons.secondary}>
          Show
        </button>
        <a href={here} className={styles.link}>
          Clear
        </a>
      </div>
    </form>
  );
}
