import type { ReactNode } from "react";
import styles from "./page-parts.module.css";

/** The building blocks of dashboard pages. */

export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className={styles.head}>
      <h1>{title}</h1>
      {children && <div className={styles.lead}>{children}</div>}
    </header>
  );
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = `section-${title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

type TableProps = { caption: string; columns: readonly string[]; rows: readonly Row[]; empty: string };
type Row = { key: string; cells: readonly ReactNode[] };

/** On a phone, the table scrolls sideways and the page does not. The first cell of a row is the row's header. */
export function DataTable({ caption, columns, rows, empty }: TableProps) {
  if (rows.length === 0) return <p className={styles.empty}>{empty}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section className={styles.scroll} aria-label={`${caption}, table`} tabIndex={0}>
      <table className={styles.table}>
        <caption className={styles.unseen}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column || <span className={styles.unseen}>Actions</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...cells] }) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              {cells.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the column identifies a cell
                <td key={index}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export type FactRow = readonly [label: string, value: ReactNode];

export function Facts({ facts }: { facts: readonly FactRow[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export type Tone = "good" | "bad" | "warn" | "plain";

export function Badge({ tone = "plain", children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`${styles.badge} ${styles[tone]}`}>{children}</span>;
}

/** A notice above the page's content. */
export function Notice({ tone = "plain", children }: { tone?: Tone; children: ReactNode }) {
  return <div className={`${styles.notice} ${styles[tone]}`}>{children}</div>;
}

export function Moment({ at, isExact }: { at: Date | string; isExact?: boolean }) {
  const moment = new Date(at).toISOString();
  return <time dateTime={moment}>{`${moment.slice(0, 10)} ${moment.slice(11, isExact ? 19 : 16)} UTC`}</time>;
}

export type PagerProps = {
  links: { prev: string | null; next: string | null };
  page: number;
  last: number;
  isOldestFirst?: boolean;
};

/** Links to the previous and next page of a list. */
export function Pager({ links, page, last, isOldestFirst }: PagerProps) {
  if (last <= 1) return null;
  const [before, after] = isOldestFirst ? ["Older", "Newer"] : ["Newer", "Older"];
  return (
    <nav aria-label="Pages" className={styles.pager}>
      {links.prev ? <a href={links.prev}>{before}</a> : <span>{before}</span>}
      <span>
        Page {page} of {last}
      </span>
      {links.next ? <a href={links.next}>{after}</a> : <span>{after}</span>}
    </nav>
  );
}
