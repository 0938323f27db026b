import { Wordmark } from "../ui/brand/mark";
import buttons from "../ui/button.module.css";
import styles from "./site.module.css";

/** Navigation between the public pages and to the dashboard. */
export function SiteHeader({ isSandbox }: { isSandbox: boolean }) {
  return (
    <header className={`${styles.bar} ${styles.header}`}>
      <a href="/" className={styles.brand}>
        <Wordmark />
      </a>
      <nav aria-label="Site" className={styles.links}>
        <a href="/docs">Docs</a>
        {isSandbox && <a href="/demo">Demo shop</a>}
        <a href="/dashboard/sign-in">Sign in</a>
        <a href="/dashboard/sign-up" className={buttons.primary}>
          Create an account
        </a>
      </nav>
    </header>
  );
}
