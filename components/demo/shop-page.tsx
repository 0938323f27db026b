import type { ReactNode } from "react";
import styles from "./demo.module.css";

/**
 * The layout of every page of the demo shop. A link with target `_top` leaves the iframe in which the page may be. The
 * label distinguishes the main landmark from that of the embedding page.
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
