import { brandFile } from "@/lib/reference/fixed-files";
import styles from "./mark.module.css";

/** Tradewind's wordmark. The text next to it in `quiet` form is muted. */
export function Wordmark({ quiet }: { quiet?: boolean }) {
  return (
    <svg viewBox="0 0 157 32" className={quiet ? `${styles.wordmark} ${styles.quiet}` : styles.wordmark} role="img">
      <title>Tradewind</title>
      <use href={`${brandFile}#wordmark`} />
    </svg>
  );
}

/** Tradewind's symbol. Screen readers skip it, because the name stands next to it. */
export function BrandSymbol() {
  return (
    <svg viewBox="0 0 32 32" className={styles.symbol} aria-hidden="true" focusable="false">
      <use href={`${brandFile}#symbol`} />
    </svg>
  );
}
