import { Circle, CircleCheck } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import { Unseen } from "@/components/ui/unseen";
import styles from "./set-up-steps.module.css";

type Step = { label: string; isDone: boolean; action?: ReactNode };

/** The steps that lead to live payments, done and open. */
export function SetUpSteps({ steps }: { steps: readonly Step[] }) {
  return (
    <ul className={styles.steps}>
      {steps.map(({ label, isDone, action }) => (
        <li key={label} data-done={isDone}>
          <Icon of={isDone ? CircleCheck : Circle} />
          <span>
            {label}
            <Unseen>{isDone ? ", done" : ", open"}</Unseen>
          </span>
          {action}
        </li>
      ))}
    </ul>
  );
}
