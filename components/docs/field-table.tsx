import { Fragment } from "react";
import unseen from "@/components/ui/unseen.module.css";
import type { FieldRow } from "@/lib/docs/fields";
import styles from "./fields.module.css";

/** The fields of a request or an answer. Only fields of requests are required or optional. */
export function FieldTable({ rows, isRequest }: { rows: readonly FieldRow[]; isRequest: boolean }) {
  return (
    <table className={`${styles.table} ${styles.fields}`}>
      <thead className={unseen.unseen}>
        <tr>
          <th>Field</th>
          {isRequest && <th>Required</th>}
          <th>Description</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change, and inner objects repeat names
          <tr key={`${row.name}-${index}`}>
            <th scope="row" data-depth={Math.min(row.depth, 3)}>
              <code>{row.name}</code>
              <span>{row.type}</span>
            </th>
            {isRequest && <td className={row.isRequired ? styles.required : styles.optional}>{needOf(row)}</td>}
            <td>
              <Description row={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const needOf = ({ isRequired }: FieldRow) => (isRequired ? "Required" : "Optional");

/** Sets the parts between backticks as code. */
const inlineCode = (text: string) =>
  text.split("`").map((part, index) => {
    const key = `${index}-${part}`;
    return index % 2 === 1 ? <code key={key}>{part}</code> : <Fragment key={key}>{part}</Fragment>;
  });

function Description({ row: { description, values, pattern } }: { row: FieldRow }) {
  return (
    <>
      {description && <span>{inlineCode(description)}</span>}
      {values.length > 0 && (
        <span className={styles.values}>
          {values.map((value, index) => (
            <Fragment key={value}>
              {index > 0 && " "}
              <code>{value}</code>
            </Fragment>
          ))}
        </span>
      )}
      {pattern && (
        <span className={styles.pattern}>
          Pattern <code>{pattern}</code>
        </span>
      )}
    </>
  );
}
