"use client";

import { Check, Copy } from "lucide";
import { useState } from "react";
import styles from "./copy-button.module.css";
import { Icon } from "./icon";
import { showToast } from "./overlay/toast";

type Props = {
  text: string;
  /** Names the text for screen readers: "Copy" and this label. */
  label: string;
  /** `row`: inside a table row. `boxed`: with a border, in a card. */
  kind?: "row" | "boxed";
  onCopied?: () => void;
};

/** Copies a text. Without JavaScript it is hidden, and the text can still be selected. */
export function CopyButton({ text, label, kind = "row", onCopied }: Props) {
  const [isCopied, setIsCopied] = useState(false);
  // The browser may refuse to copy, and it has no clipboard on plain http. The button then does not report success.
  const copy = () =>
    navigator.clipboard?.writeText(text).then(
      () => {
        setIsCopied(true);
        showToast({ text: "Copied." });
        onCopied?.();
      },
      () => setIsCopied(false),
    );
  return (
    <button
      type="button"
      className={`${styles.copy} ${styles[kind]}`}
      data-copy={label}
      aria-label={`Copy ${label}`}
      onClick={copy}
    >
      <Icon of={isCopied ? Check : Copy} />
    </button>
  );
}
