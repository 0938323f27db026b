import { ArrowDown, ArrowUp } from "lucide";
import { Fragment, type ReactNode } from "react";
import { type EmptyProps, EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { Unseen } from "@/components/ui/unseen";
import unseen from "@/components/ui/unseen.module.css";
import styles from "./data-table.module.css";
import cards from "./row-cards.module.css";

/** The place of a cell on a phone, where a row is a card of three lines. */
type PhonePlace = "top-start" | "top-end" | "middle-start" | "middle-end" | "bottom-start" | "bottom-end" | "hidden";

type Column = {
  /** Empty for a column of buttons. */
  label: string;
  align?: "start" | "end";
  /** The list is sorted by this column. */
  sorted?: "ascending" | "descending";
  /** Muted text, such as dates. */
  isQuiet?: boolean;
  phone?: PhonePlace;
  /**
   * Hidden if the table has less room than this. The page of the record shows the value. On a phone `phone` decides.
   */
  hideBelow?: "wide" | "medium" | "narrow";
};

export type Row = {
  key: string;
  cells: readonly ReactNode[];
  /** The whole row is a link to this URL. The link element is in the first cell. */
  href?: string;
  /** A heading above the row on a phone, such as the day. */
  group?: string;
};

type Props = {
  caption: string;
  columns: readonly (Column | string)[];
  rows: readonly Row[];
  /** Shown instead of the table while it has no rows: a sentence or an `EmptyState`. */
  empty: EmptyProps | string;
  /** A `Pager`. */
  footer?: ReactNode;
  /** For a short list whose columns explain themselves. Screen readers keep the head. */
  isHeadHidden?: boolean;
};

const columnOf = (column: Column | string): Column => (typeof column === "string" ? { label: column } : column);

/**
 * A table in a frame of its own, or in the frame of the `Card` around it. The first cell of a row is the row's header.
 * On a phone each row is a card. With `phone` places it has three lines, otherwise one line per column with its label.
 */
export function DataTable({ caption, columns: given, rows, empty, footer, isHeadHidden }: Props) {
  const columns = given.map(columnOf);
  const layout = columns.some(({ phone }) => phone) ? cards.placed : cards.listed;
  if (rows.length === 0) {
    return (
      <div data-table="" className={styles.container}>
        <div className={styles.frame}>
          {typeof empty === "string" ? <p className={styles.empty}>{empty}</p> : <EmptyState {...empty} />}
        </div>
      </div>
    );
  }
  return (
    <div data-table="" className={styles.container}>
      <div className={rows[0]?.group === undefined ? styles.frame : `${styles.frame} ${cards.grouped}`}>
        <table className={`${styles.table} ${cards.table} ${layout} ${isHeadHidden ? styles.headless : ""}`}>
          <caption>
            <Unseen>{caption}</Unseen>
          </caption>
          <thead className={isHeadHidden ? unseen.unseen : undefined}>
            <tr>
              {columns.map((column) => (
                <th
                  key={column.label}
                  scope="col"
                  data-align={column.align}
                  data-hide={column.hideBelow}
                  aria-sort={column.sorted}
                >
                  {column.label || <Unseen>Actions</Unseen>}
                  {column.sorted && <Icon of={column.sorted === "descending" ? ArrowDown : ArrowUp} size={14} />}
                </th>
              ))}
            </tr>
          </thead>
          {groupsOf(rows).map(({ label, rows: own }) => (
            <Fragment key={label ?? ""}>
              {label !== undefined && (
                <tbody className={cards.group}>
                  <tr>
                    <th scope="rowgroup" colSpan={columns.length}>
                      {label}
                    </th>
                  </tr>
                </tbody>
              )}
              <tbody>
                {own.map((row) => (
                  <TableRow key={row.key} row={row} columns={columns} />
                ))}
              </tbody>
            </Fragment>
          ))}
        </table>
        {footer}
      </div>
    </div>
  );
}

/** Consecutive rows of one group, in their order. */
function groupsOf(rows: readonly Row[]): { label: string | undefined; rows: Row[] }[] {
  const groups: { label: string | undefined; rows: Row[] }[] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last && last.label === row.group) last.rows.push(row);
    else groups.push({ label: row.group, rows: [row] });
  }
  return groups;
}

function TableRow({ row, columns }: { row: Row; columns: readonly Column[] }) {
  const { href, cells } = row;
  return (
    <tr data-link={href ? "" : undefined}>
      {columns.map(({ label, align, isQuiet, phone, hideBelow }, index) => {
        const Cell = index === 0 ? "th" : "td";
        const content = cells[index];
        const isEmpty = content === null || content === undefined || content === "" || content === false;
        return (
          <Cell
            key={label}
            scope={index === 0 ? "row" : undefined}
            data-align={align}
            data-phone={phone}
            data-hide={hideBelow}
            data-label={label || undefined}
            data-quiet={isQuiet ? "" : undefined}
            data-empty={isEmpty ? "" : undefined}
          >
            {index === 0 && href ? <a href={href}>{content}</a> : isEmpty && label ? "–" : content}
          </Cell>
        );
      })}
    </tr>
  );
}
