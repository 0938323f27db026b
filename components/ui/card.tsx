import type { ReactNode } from "react";
import { type Choice, HeadTabs } from "@/components/ui/sections/tabs";
import unseen from "@/components/ui/unseen.module.css";
import styles from "./card.module.css";

type Props = {
  title?: string;
  /** Muted text directly after the title. */
  note?: ReactNode;
  /** Views of the card's content, in place of the title. */
  tabs?: readonly Choice[] | undefined | false;
  /** One link, button or badge at the end of the head. */
  action?: ReactNode;
  /** For rows that reach the card's edges: a line below the head, and no padding. */
  isFlush?: boolean;
  children: ReactNode;
};

/** A raised surface with a title. A `DataTable` in it reaches the card's edges by itself. */
export function Card({ title, note, tabs, action, isFlush, children }: Props) {
  const id = title && `card-${title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;
  return (
    <section aria-labelledby={id} className={isFlush ? `${styles.card} ${styles.flush}` : styles.card}>
      {title && (
        <div className={styles.head}>
          <h2 id={id} className={tabs ? unseen.unseen : undefined}>
            {title}
            {note && <span className={styles.note}> {note}</span>}
          </h2>
          {tabs && <HeadTabs label={title} tabs={tabs} />}
          {action}
        </div>
      )}
      <div className={styles.body}>{children}</div>
    </section>
  );
}
