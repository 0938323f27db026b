import styles from "./code.module.css";
import { Copyable } from "./copyable";

/** `label` ends the sentence "Copy …". */
export function CopyableText({ label, text }: { label: string; text: string }) {
  return (
    <Copyable label={label}>
      <pre className={styles.code}>{text}</pre>
    </Copyable>
  );
}
