import { Compass } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "./icon";
import styles from "./missing.module.css";

/** The content of a 404 page: a sentence, buttons that lead on, and other links below them. */
export function Missing({ text, actions, children }: { text: string; actions: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.missing}>
      <span className={styles.icon}>
        <Icon of={Compass} size={28} />
      </span>
      <h1>We can’t find this page</h1>
      <p>{text}</p>
      <div className={styles.actions}>{actions}</div>
      {children}
    </div>
  );
}
