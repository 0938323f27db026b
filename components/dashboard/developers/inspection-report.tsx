import { Check, CircleAlert, CircleCheck, type IconNode, ShieldCheck, TriangleAlert, X } from "lucide";
import { Fragment } from "react";
import layout from "@/components/dashboard/ui/layout.module.css";
import { Card } from "@/components/ui/card";
import cards from "@/components/ui/card.module.css";
import { Icon } from "@/components/ui/icon";
import { DataTable } from "@/components/ui/table/data-table";
import tones from "@/components/ui/tone.module.css";
import type { Inspection } from "@/lib/hash-inspector/inspect-contract";
import styles from "./hash-inspector.module.css";

type Finding = Inspection["findings"][number];
type Computation = NonNullable<Inspection["yours"]>;

/** The verdict with its reason, the two computations, and the fields of the URL. */
export function InspectionReport({ findings, isGenuine, yours, correct, fields }: Inspection) {
  const [first] = findings;
  return (
    <>
      {first && (
        <section aria-labelledby="verdict" className={`${cards.card} ${styles.report}`}>
          <Verdict first={first} findings={findings} />
          {(isGenuine || yours || correct) && (
            <div className={styles.computations}>
              {yours && <ComputationRow label="Your code" mark="wrong" {...yours} />}
              {correct && <ComputationRow label="Correct" mark="right" {...correct} other={yours?.formula ?? null} />}
              {isGenuine && (
                <p className={styles.genuine}>
                  <Icon of={ShieldCheck} />
                  The URL itself is genuine: {fields.some(({ name }) => name === "hash") ? "hash and " : ""}signature
                  match
                  {fields.some(({ name }) => name === "hash") ? "" : "es"}.
                </p>
              )}
            </div>
          )}
        </section>
      )}
      {fields.length > 0 && (
        <Card title="Fields" action={<span className={layout.note}>Decoded from the URL</span>} isFlush>
          <DataTable
            caption="Fields of the URL"
            columns={[
              { label: "Field", phone: "top-start" },
              { label: "Value", phone: "middle-start" },
              { label: "Check", phone: "bottom-start" },
            ]}
            empty=""
            rows={fields.map(({ name, value, result, check }) => ({
              key: name,
              cells: [
                <code key="name" className={styles.name}>
                  {name}
                </code>,
                value && (
                  <code key="value" className={styles.value} title={value}>
                    {value}
                  </code>
                ),
                <span key="check" className={styles.check} data-result={result}>
                  {result !== "neutral" && <Icon of={result === "good" ? Check : X} />}
                  {check}
                </span>,
              ],
            }))}
          />
        </Card>
      )}
    </>
  );
}

const verdictIcons: Readonly<Record<Finding["tone"], IconNode>> = {
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
};

function Verdict({ first, findings }: { first: Finding } & Pick<Inspection, "findings">) {
  return (
    <div className={`${styles.verdict} ${tones[first.tone]}`}>
      <Icon of={verdictIcons[first.tone]} size={28} />
      <div>
        <h2 id="verdict">{first.title}</h2>
        {findings.map(({ mistake, says, mend }) => (
          <p key={says} data-testid="finding" data-mistake={mistake}>
            <WithCode text={says} /> <WithCode text={mend} />
          </p>
        ))}
      </div>
    </div>
  );
}

/** Sets the parts of a text that stand in backticks as code. */
function WithCode({ text }: { text: string }) {
  return text
    .split("`")
    .map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : <Fragment key={part}>{part}</Fragment>));
}

type RowProps = Computation & {
  label: string;
  mark: "wrong" | "right";
  /** The wrong formula beside the right one, whose differing pieces are marked. */
  other?: Computation["formula"];
};

function ComputationRow({ label, mark, formula, value, other = null }: RowProps) {
  const isMarked = ({ isWrong }: { isWrong: boolean }, index: number) =>
    isWrong || (other?.length === formula?.length && other?.[index]?.isWrong === true);
  return (
    <div className={styles.computation}>
      <span className={styles.label}>{label}</span>
      <div className={styles.code}>
        {formula && (
          <p>
            {formula.map((piece, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a formula have a fixed order
              <span key={index} data-mark={isMarked(piece, index) ? mark : undefined}>
                {piece.text}
              </span>
            ))}
          </p>
        )}
        <p className={styles.digest}>{value}</p>
      </div>
    </div>
  );
}
