import type { ReactNode } from "react";
import styles from "./demo.module.css";

/**
 * What is around every page of the demo shop. `_top` leads out of the frame, should the page be in one;
 * the label tells its main part from that of the page around it.
 */
export function ShopPage({ label, children }: { label: string; children: ReactNode }) {
  return (
    <main aria-label={label} className={styles.page}>
      <header className={styles.header}>
        <a href="/demo" target="_top" className={styles.brand}>
          Doubles &amp; Co.
        </a>
        <span className={styles.quiet}>A demo shop. No money moves here.</span>
      </header>
      {children}
    </main>
  );
}
