import type { ReactNode } from "react";
import styles from "./tabs.module.css";

export type Choice = { label: ReactNode; href: string; isCurrent: boolean; count?: number };

/** Parts of a page, each with a URL of its own. A `count` is for things that need action. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Choice[] }) {
  return (
    <nav aria-label={label} className={styles.tabs}>
      {tabs.map(({ label: text, href, isCurrent, count }) => (
        <a key={href} href={href} aria-current={isCurrent ? "page" : undefined}>
          {text}
          {count ? <span className={styles.count}>{count}</span> : null}
        </a>
      ))}
    </nav>
  );
}

/** `Tabs` in the head of a card. */
export const HeadTabs = ({ label, tabs }: { label: string; tabs: readonly Choice[] }) => (
  <div className={styles.inHead}>
    <Tabs label={label} tabs={tabs} />
  </div>
);

/** A choice between a few views of the same thing, each with a URL of its own. */
export function SegmentedLinks({ label, options }: { label: string; options: readonly Choice[] }) {
  return (
    <nav aria-label={label} className={styles.segments}>
      {options.map(({ label: text, href, isCurrent }) => (
        <a key={href} href={href} aria-current={isCurrent ? "true" : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}
