import type { ReactNode } from "react";
import type { DocsGroup } from "@/lib/docs/pages";
import { DocsHeader } from "./docs-header";
import { DocsNavigation } from "./docs-navigation";
import styles from "./shell.module.css";

type Props = {
  groups: readonly DocsGroup[];
  /** The address that the navigation marks as current. */
  current: string | null;
  isSandbox: boolean;
  /** The account number in the samples, which the reader can replace. */
  sampleAccount: string;
  query?: string;
  children: ReactNode;
};

/**
 * The frame of every docs page. The navigation is beside the content. In a narrow window, it unfolds above the content.
 */
export function DocsShell({ groups, current, isSandbox, sampleAccount, query = "", children }: Props) {
  return (
    <div className={styles.shell} data-docs={sampleAccount}>
      <a href="#content" className={styles.skip}>
        Skip to the content
      </a>
      <DocsHeader isSandbox={isSandbox} query={query} isReference={current?.startsWith("/docs/reference") ?? false} />
      <DocsNavigation groups={groups} current={current} place="above" hasDemo={isSandbox} />
      <div className={styles.columns}>
        <DocsNavigation groups={groups} current={current} place="beside" />
        <main id="content" className={styles.content} tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  );
}
