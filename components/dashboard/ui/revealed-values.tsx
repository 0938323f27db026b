"use client";

import { useEffect, useRef } from "react";
import { CopyableText } from "@/components/code/copyable";
import buttons from "@/components/ui/button.module.css";
import { Notice } from "@/components/ui/notice";
import styles from "./action-form.module.css";

export type Revealed = { label: string; value: string };

/** What a form made, and what to do with it next. */
export type Made = { title: string; next: string; link: { href: string; label: string } };

type Props = {
  values: readonly Revealed[];
  note?: string | undefined;
  made?: Made | undefined;
  onClose: () => void;
};

/** Shows secrets, such as a new API key, that are never shown again. */
export function RevealedValues({ values, note = "Copy it now: it is not shown again.", made, onClose }: Props) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <section ref={box} tabIndex={-1} aria-label="Shown now" className={styles.revealed} data-testid="revealed">
      {made ? (
        <Notice tone="success" title={made.title}>
          <p>{note}</p>
        </Notice>
      ) : (
        <Notice tone="warning">{note}</Notice>
      )}
      <dl>
        {values.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <CopyableText label={label} text={value} />
              {value.startsWith("http") && <a href={value}>Open it</a>}
            </dd>
          </div>
        ))}
      </dl>
      {made && (
        <p className={styles.nextStep}>
          <strong>Next step</strong>
          {made.next} <a href={made.link.href}>{made.link.label}</a>
        </p>
      )}
      <button type="button" className={buttons.secondary} onClick={onClose}>
        {values.length > 1 ? "I have copied them" : "I have copied it"}
      </button>
    </section>
  );
}
