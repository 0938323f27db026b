import { FlaskConical } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "../ui/icon";
import styles from "./shop-page.module.css";

type Props = { label: string; tools?: ReactNode; children: ReactNode };

/**
 * The layout of every page of the demo shop. `tools` stand at the end of its header. A link with target `_top` leaves
 * the frame in which the page may be. The label distinguishes the main landmark from that of the embedding page.
 */
export function ShopPage({ label, tools, children }: Props) {
  return (
    <div className={styles.shop}>
      <header>
        <div className={styles.banner}>
          <p>
            <Icon of={FlaskConical} />
            Demo shop. No money moves.
          </p>
          <nav aria-label="About this shop">
            <a href="/demo#code" target="_top">
              How this shop is built
            </a>
            <a href="/docs" target="_top">
              Docs
            </a>
            <a href="/" target="_top">
              Tradewind
            </a>
          </nav>
        </div>
        <div className={styles.header}>
          <div className={styles.inner}>
            <a href="/demo" target="_top" className={styles.brand}>
              <span className={styles.tile} aria-hidden="true">
                D
              </span>
              Doubles &amp; Co.
            </a>
            {tools}
          </div>
        </div>
      </header>
      <main aria-label={label} className={styles.main}>
        {children}
      </main>
    </div>
  );
}
