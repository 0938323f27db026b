import type { ReactNode } from "react";
import type { DocsPage } from "@/lib/docs/pages";
import { SiteHeader } from "../site-header";
import styles from "./docs.module.css";

type Group = { title: string; pages: readonly DocsPage[] };
type Props = { current: DocsPage; groups: readonly Group[]; isSandbox: boolean; children: ReactNode };

/** The layout of every docs page. The navigation is beside the content. On a phone, it unfolds above the content. */
export function DocsShell({ current, groups, isSandbox, children }: Props) {
  const navigation = <Navigation current={current} groups={groups} />;
  return (
    <>
      <SiteHeader isSandbox={isSandbox} />
      <div className={styles.shell}>
        <details className={styles.unfolding}>
          <summary>All pages</summary>
          {navigation}
        </details>
        <div className={styles.beside}>{navigation}</div>
        <main>{children}</main>
      </div>
    </>
  );
}

function Navigation({ current, groups }: Pick<Props, "current" | "groups">) {
  return (
    <nav aria-label="Docs" className={styles.navigation}>
      {groups.map(({ title, pages }) => (
        <div key={title}>
          <p className={styles.group}>{title}</p>
          <ul>
            {pages.map((page) => (
              <li key={page.address}>
                <a href={page.address} aria-current={page.address === current.address ? "page" : undefined}>
                  {page.title}
                </a>
                {page.address === current.address && <Contents page={page} />}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function Contents({ page: { headings } }: { page: DocsPage }) {
  const main = headings.filter(({ depth }) => depth === 2);
  return (
    main.length > 0 && (
      <ul className={styles.contents}>
        {main.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    )
  );
}
