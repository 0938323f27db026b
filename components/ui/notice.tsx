import { CircleAlert, CircleCheck, type IconNode, Info, TriangleAlert } from "lucide";
import type { ReactNode } from "react";
import type { Tone } from "./badge";
import { Icon } from "./icon";
import styles from "./notice.module.css";
import tones from "./tone.module.css";

const icons: Record<Tone, IconNode> = {
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
  info: Info,
  neutral: Info,
};

/** A message in the flow of a page. `action` stands at its end. */
export function Notice(props: { tone: Tone; title?: ReactNode; action?: ReactNode; children?: ReactNode }) {
  const { tone, title, action, children } = props;
  return (
    <div className={`${styles.notice} ${tones[tone]} ${styles[tone] ?? ""}`}>
      <Icon of={icons[tone]} size={20} />
      <div className={styles.content}>
        {title && <p className={styles.title}>{title}</p>}
        {children}
      </div>
      {action}
    </div>
  );
}
