import { BrandSymbol } from "../ui/brand/mark";
import styles from "./site.module.css";

/** Links at the end of the landing page. */
export const SiteFooter = ({ isSandbox }: { isSandbox: boolean }) => (
  <footer className={styles.footer}>
    <div className={styles.bar}>
      <p className={styles.brand}>
        <BrandSymbol />
        Tradewind
      </p>
      <nav aria-label="More" className={styles.links}>
        <a href="/docs">Docs</a>
        <a href="/docs/reference">API reference</a>
        {isSandbox && <a href="/demo">Demo shop</a>}
        {isSandbox && <a href="/sandbox/mail">Sandbox mail</a>}
        <a href="/dashboard">Dashboard</a>
      </nav>
    </div>
  </footer>
);
