"use client";

import { Copy } from "lucide";
import { type ReactNode, useRef, useState } from "react";
import { Icon } from "../ui/icon";
import styles from "./code.module.css";

/** A `value` has a box of its own. `code` stands in a code block, whose head shows the button. */
type Props = { label: string; look?: "value" | "code"; children: ReactNode };

/**
 * Content with a copy button. Without JavaScript, the button is hidden and the text can still be selected. On the
 * landing page and in the docs of a production build, `public/copy.js` does the same without React.
 */
export function Copyable({ label, look = "value", children }: Props) {
  const content = useRef<HTMLDivElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  // The browser may refuse to copy, and it has no clipboard on plain http. The button then does not report success.
  const copy = () =>
    navigator.clipboard?.writeText(content.current?.textContent ?? "").then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    );
  const word = isCopied ? "Copied" : "Copy";
  return (
    <div className={look === "value" ? styles.copyable : undefined}>
      <div ref={content}>{children}</div>
      <button type="button" className={styles.copy} data-copy={label} aria-label={`${word} ${label}`} onClick={copy}>
        <Icon of={Copy} />
        <span>{word}</span>
      </button>
    </div>
  );
}

/** `label` names the copied text. The button reads "Copy" and this label. */
export function CopyableText({ label, text }: { label: string; text: string }) {
  return (
    <Copyable label={label}>
      <pre className={styles.code}>{text}</pre>
    </Copyable>
  );
}
