import { Check } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import { Unseen } from "@/components/ui/unseen";
import styles from "./start-here.module.css";

export type Step = {
  title: string;
  isDone: boolean;
  /** A link or a state at the end of the line, until the step is done. */
  end: ReactNode;
  /** Shown while this is the first step that is not done. */
  body?: ReactNode;
  /** Needs no explanation: the next step shows its body beside it, and `end` stays. */
  isQuick?: boolean;
};

export function StepList({ steps }: { steps: readonly Step[] }) {
  const current = steps.find(({ isDone, isQuick }) => !isDone && !isQuick);
  return (
    <ol className={styles.steps}>
      {steps.map((step, index) => {
        const { title, isDone, end, body, isQuick } = step;
        const state = isDone ? "done" : step === current ? "current" : "open";
        return (
          <li key={title} data-state={state}>
            <div className={styles.row}>
              <span className={styles.mark}>{isDone ? <Icon of={Check} size={14} /> : index + 1}</span>
              <h3>
                {title}
                <Unseen>{isDone ? ", done" : ""}</Unseen>
              </h3>
              <span className={styles.end}>{(!isDone || isQuick) && end}</span>
            </div>
            {state === "current" && body && <div className={styles.body}>{body}</div>}
          </li>
        );
      })}
    </ol>
  );
}
