import { Copy } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "../ui/icon";
import styles from "./page.module.css";

/**
 * The line above the title: where the page is, and the page as Markdown for coding agents. `public/docs.js` copies it.
 * Without JavaScript, the link remains.
 */
export function PageTop({ markdown, children }: { markdown: string; children: ReactNode }) {
  return (
    <div className={styles.top}>
      <p className={styles.crumbs}>{children}</p>
      <p className={styles.tools}>
        <button type="button" data-copy-page={markdown}>
          <Icon of={Copy} size={14} />
          <span>Copy as Markdown</span>
        </button>
        <a href={markdown}>View as Markdown</a>
      </p>
    </div>
  );
}
