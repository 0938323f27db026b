import type { IconNode } from "lucide";
import type { ReactNode } from "react";
import buttons from "./button.module.css";
import styles from "./empty-state.module.css";
import { Icon } from "./icon";

export type EmptyProps = {
  icon: IconNode;
  title: string;
  /** One sentence. */
  text?: ReactNode;
  /** The next step: a link, or another button. */
  link?: { href: string; label: string; look?: "primary" };
  action?: ReactNode;
};

/** What a list shows while it has nothing. */
export function EmptyState({ icon, title, text, link, action }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <span className={styles.icon}>
        <Icon of={icon} size={20} />
      </span>
      <p className={styles.title}>{title}</p>
      {text && <p className={styles.sentence}>{text}</p>}
      {link && (
        <a href={link.href} className={buttons[link.look ?? "secondary"]}>
          {link.label}
        </a>
      )}
      {action}
    </div>
  );
}
