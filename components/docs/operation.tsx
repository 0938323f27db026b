import { STATUS_CODES } from "node:http";
import { Copy, FileJson, type IconNode, KeyRound, Repeat2 } from "lucide";
import { Unseen } from "@/components/ui/unseen";
import type { OperationView } from "@/lib/docs/operation-page";
import type { DocsPage } from "@/lib/docs/pages";
import { CodeBlock } from "../code/code-block";
import { CodeGroup } from "../code/code-group";
import iconButton from "../ui/form/icon-button.module.css";
import { Icon } from "../ui/icon";
import { FieldTable } from "./field-table";
import fields from "./fields.module.css";
import shared from "./page.module.css";
import { PageTop } from "./page-top";
import styles from "./reference.module.css";
import { SendRequest } from "./send-request";

type Props = { page: DocsPage; operation: OperationView };

const factIcons: Record<OperationView["facts"][number]["kind"], IconNode> = {
  credential: KeyRound,
  body: FileJson,
  idempotency: Repeat2,
};

/** One operation of the API: its fields, and beside them an example request with its answers. */
export function DocsOperation({ page: { crumbs, title, navAddress, markdown }, operation }: Props) {
  const { explanation, facts, tables, samples, answers, send } = operation;
  return (
    <div className={`${shared.page} ${styles.layout}`}>
      <article className={styles.text}>
        <PageTop markdown={markdown.address}>
          <a href="/docs/reference">{crumbs[0]}</a> · <a href={navAddress}>{crumbs[1]}</a>
        </PageTop>
        <h1>{title}</h1>
        <Signature operation={operation} />
        {explanation && <p className={styles.explanation}>{explanation}</p>}
        <ul className={styles.facts}>
          {facts.map(({ kind, text }) => (
            <li key={kind}>
              <Icon of={factIcons[kind]} size={14} />
              {text}
            </li>
          ))}
        </ul>
        {tables.map((table) => (
          <section key={table.title}>
            <h2>{table.title}</h2>
            <FieldTable rows={table.rows} isRequest={table.isRequest} />
          </section>
        ))}
        <Errors operation={operation} />
      </article>
      <div className={styles.examples}>
        <CodeGroup name="request" samples={samples} />
        <CodeBlock
          name="answer"
          choice="Status"
          tabs={answers.map(({ status, code }, index) => ({
            label: index === 0 ? `${status} ${STATUS_CODES[status]}` : String(status),
            copyLabel: `the answer ${status}`,
            language: "JSON",
            code,
          }))}
        />
        {send && <SendRequest fields={send} />}
      </div>
    </div>
  );
}

function Signature({ operation: { method, path } }: { operation: OperationView }) {
  return (
    <div className={styles.signature}>
      <strong>{method}</strong>
      <code>{path}</code>
      <button type="button" data-copy="the path" aria-label="Copy the path" className={iconButton.button}>
        <Icon of={Copy} />
        <Unseen>Copy</Unseen>
      </button>
    </div>
  );
}

function Errors({ operation: { errors, rateLimit } }: { operation: OperationView }) {
  return (
    <section>
      <h2>Errors</h2>
      <table className={`${fields.table} ${styles.errors}`}>
        <tbody>
          {errors.map(({ status, description }) => (
            <tr key={status}>
              <th scope="row">
                <code>{status}</code>
              </th>
              <td>{description}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.note}>
        The rate limit is {rateLimit}. Every endpoint also returns the <a href="/docs/errors">usual errors</a>.
      </p>
    </section>
  );
}
