"use client";

import { type ReactNode, useRef, useState } from "react";
import styles from "./code.module.css";

/** Something to copy, and the button that does it. Without a script there is no button, and the text can be marked as any other. */
export function Copyable({ label, children }: { label: string; children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  // A browser may refuse, and has no clipboard for pages that came by plain http: then nothing was copied, and nothing says so.
  const copy = () =>
    navigator.clipboard?.writeText(content.current?.textContent ?? "").then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    );
  const word = isCopied ? "Copied" : "Copy";
  return (
    <div className={styles.copyable}>
      <div ref={content}>{children}</div>
      <button type="button" className={styles.copy} aria-label={`${word} ${label}`} onClick={copy}>
        {word}
      </button>
    </div>
  );
}
