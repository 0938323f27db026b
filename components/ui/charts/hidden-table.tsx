import unseen from "@/components/ui/unseen.module.css";

type Props = { caption: string; columns: readonly string[]; rows: readonly (readonly [string, ...string[]])[] };

/** The data of a chart for screen readers. */
export const HiddenTable = ({ caption, columns, rows }: Props) => (
  <div className={unseen.unseen}>
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([head, ...cells]) => (
          <tr key={[head, ...cells].join(" ")}>
            <th scope="row">{head}</th>
            {cells.map((cell, index) => (
              <td key={columns[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
