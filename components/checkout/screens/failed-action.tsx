"use client";

import { useWords } from "../words-context";
import styles from "./screen.module.css";

/** The error next to a button whose action failed. Screen readers announce it. */
export function FailedAction({ hasFailed }: { hasFailed: boolean }) {
  const { actions } = useWords();
  return (
    <p role="status" className={styles.failed}>
      {hasFailed && actions.failed}
    </p>
  );
}
