import type { IconNode } from "lucide";
import type { ReactNode } from "react";
import styles from "./empty-state.module.css";
import { Icon } from "./icon";

type Props = {
  icon: IconNode;
  title: string;
  /** One sentence. */
  children?: ReactNode;
  /** One button: the next step. */
  action?: ReactNode;
};

/** What a list shows while it has nothing. */
export function EmptyState({ icon, title, children, action }: Props) {
  return (
    <div className={styles.empty}>
      <span className={styles.icon}>
        <Icon of={icon} size={20} />
      </span>
      <p className={styles.title}>{title}</p>
      {children && <p className={styles.sentence}>{children}</p>}
      {action}
    </div>
  );
}
