"use client";

import { useEffect, useRef } from "react";
import buttons from "@/components/ui/button.module.css";
import styles from "./dialog.module.css";

export type Confirmation = {
  /** A question that names the object, such as "Revoke “Refund desk”?". */
  title: string;
  /** What happens then. */
  text: string;
  /** The safe answer, such as "Keep key". */
  keep?: string;
  /** Makes the button red. The confirmation of a red button always has a red one. */
  isDangerous?: boolean;
};

type Props = Confirmation & { submit: string; onAnswer: (isConfirmed: boolean) => void };

/** Asks before something that cannot be undone. Esc and a click beside it keep everything as it is. */
export function ConfirmDialog({ title, text, keep = "Cancel", submit, isDangerous, onAnswer }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc is the key for the click beside the dialog
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby="confirm-title"
      aria-describedby="confirm-text"
      onCancel={(event) => {
        event.preventDefault();
        onAnswer(false);
      }}
      onClick={(event) => event.target === dialog.current && onAnswer(false)}
    >
      <div className={styles.inner}>
        <div>
          <h2 id="confirm-title" className={styles.title}>
            {title}
          </h2>
          <p id="confirm-text" className={styles.lead}>
            {text}
          </p>
        </div>
        <div className={styles.answers}>
          <button type="button" className={buttons.secondary} onClick={() => onAnswer(false)}>
            {keep}
          </button>
          <button
            type="button"
            className={isDangerous ? buttons.danger : buttons.primary}
            onClick={() => onAnswer(true)}
            data-testid="confirm"
          >
            {submit}
          </button>
        </div>
      </div>
    </dialog>
  );
}
