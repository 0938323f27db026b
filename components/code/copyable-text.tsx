import styles from "./code.module.css";
import { Copyable } from "./copyable";

/** `label` names the copied text. The button reads "Copy" and this label. */
export function CopyableText({ label, text }: { label: string; text: string }) {
  return (
    <Copyable label={label}>
      <pre className={styles.code}>{text}</pre>
    </Copyable>
  );
}
