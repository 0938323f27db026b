import { STATUS_CODES } from "node:http";
import styles from "./code.module.css";
import { CodeTabs } from "./code-tabs";
import { Copyable } from "./copyable";
import { highlight } from "./highlight";

/** `copyLabel` completes the accessible name of the copy button: "Copy request-payment.mjs". */
type CodeTab = { label: string; copyLabel: string; language: string; code: string };
/** The answer to a request. `code` is JSON. */
export type Answer = { status: number; code: string };
type Props = {
  /** Unique on the page. */
  name: string;
  tabs: readonly CodeTab[];
  /** What the tabs choose. The choice of a language is remembered on all pages. */
  choice?: "Language" | "Status";
  answer?: Answer | undefined;
};

/**
 * Highlighted code with its copy button. With several tabs, one is visible at a time. With one, its label is the title.
 * Without tabs, the block is only the answer.
 * Use it in server components only.
 */
export function CodeBlock({ name, tabs, choice = "Language", answer }: Props) {
  const labels = tabs.map(({ label }) => label);
  return (
    <div className={styles.block} data-code-block>
      {tabs.length > 1 && <CodeTabs name={name} labels={labels} choice={choice} />}
      {tabs.length === 1 && <p className={styles.head}>{labels[0]}</p>}
      <div className={styles.panels}>
        {tabs.map((tab) => (
          <Panel key={tab.label} {...tab} />
        ))}
      </div>
      {answer && (
        <div className={styles.answer} data-answer>
          <p className={styles.head}>
            <strong data-status data-ok={answer.status < 400}>
              {answer.status} {STATUS_CODES[answer.status]}
            </strong>
            Response
          </p>
          <Panel copyLabel="the response" language="JSON" code={answer.code} />
        </div>
      )}
    </div>
  );
}

function Panel({ copyLabel, language, code }: Omit<CodeTab, "label">) {
  return (
    <Copyable label={copyLabel} look="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll wide code sideways */}
      <pre className={styles.lines} tabIndex={0}>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: highlight() escapes the code */}
        <code dangerouslySetInnerHTML={{ __html: highlight(code, language) }} />
      </pre>
    </Copyable>
  );
}
