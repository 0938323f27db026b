"use client";

import { Eye, EyeOff } from "lucide";
import { useState } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import iconButton from "@/components/ui/form/icon-button.module.css";
import { Icon } from "@/components/ui/icon";
import { FieldFrame, useField } from "./field";
import styles from "./field.module.css";

/** A stored secret that can be shown and copied, but not changed. */
export function SecretField({ label, value, hint }: { label: string; value: string; hint?: string }) {
  const field = useField("", hint);
  const [isShown, setIsShown] = useState(false);
  return (
    <FieldFrame {...{ label, hint, field }} isOptional={false}>
      <div className={styles.secret}>
        <input
          {...field.input}
          name={undefined}
          type={isShown ? "text" : "password"}
          value={value}
          readOnly
          className={styles.input}
        />
        <span className={styles.secretActions}>
          <button
            type="button"
            className={iconButton.button}
            aria-label={`${isShown ? "Hide" : "Show"} ${label.toLowerCase()}`}
            onClick={() => setIsShown(!isShown)}
          >
            <Icon of={isShown ? EyeOff : Eye} />
          </button>
          <CopyButton text={value} label={label.toLowerCase()} />
        </span>
      </div>
    </FieldFrame>
  );
}
