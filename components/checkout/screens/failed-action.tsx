"use client";

import { useWords } from "../words-context";
import styles from "./screen.module.css";

/** Stands beside the button that did nothing, and is read out when it says something. */
export function FailedAction({ hasFailed }: { hasFailed: boolean }) {
  const { actions } = useWords();
  return (
    <p role="status" className={styles.failed}>
      {hasFailed && actions.failed}
    </p>
  );
}
