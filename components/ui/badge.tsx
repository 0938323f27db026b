import type { IconNode } from "lucide";
import type { ReactNode } from "react";
import styles from "./badge.module.css";
import { Icon } from "./icon";
import tones from "./tone.module.css";

export type Tone = "success" | "warning" | "danger" | "info" | "neutral";

/** A state in a word, a colour and an icon. */
export function Badge({ tone = "neutral", icon, children }: { tone?: Tone; icon?: IconNode; children: ReactNode }) {
  return (
    <span className={`${styles.badge} ${tones[tone]}`}>
      {icon && <Icon of={icon} size={14} />}
      {children}
    </span>
  );
}
