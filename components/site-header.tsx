import styles from "./site-header.module.css";

/** Navigation between the public pages and to the dashboard. */
export function SiteHeader({ isSandbox }: { isSandbox: boolean }) {
  return (
    <header className={styles.header}>
      <a href="/" className={styles.brand}>
        Tradewind
      </a>
      <nav aria-label="Site">
        <ul className={styles.links}>
          <li>
            <a href="/docs">Docs</a>
          </li>
          {isSandbox && (
            <li>
              <a href="/demo">Demo shop</a>
            </li>
          )}
          <li>
            <a href="/dashboard">Dashboard</a>
          </li>
        </ul>
      </nav>
    </header>
  );
}
