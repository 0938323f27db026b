"use client";

import { Eye, EyeOff } from "lucide";
import { type ReactNode, useState } from "react";
import { FieldNotes, useField } from "@/components/ui/form/field";
import fieldStyles from "@/components/ui/form/field.module.css";
import { Icon } from "@/components/ui/icon";
import { Unseen } from "@/components/ui/unseen";
import styles from "./password-input.module.css";

type Props = {
  name: string;
  label: string;
  autoComplete: "current-password" | "new-password";
  hint?: string;
  /** A link at the end of the label's line. */
  aside?: ReactNode;
};

/** A password that can be shown. Without JavaScript there is no button, and the password stays hidden. */
export function PasswordInput({ name, label, autoComplete, hint, aside }: Props) {
  const field = useField(name, hint);
  const [isShown, setIsShown] = useState(false);
  return (
    <div className={styles.field}>
      <label htmlFor={field.id} className={fieldStyles.label}>
        {label}
      </label>
      <span className={styles.input}>
        <input
          {...field.input}
          className={fieldStyles.input}
          type={isShown ? "text" : "password"}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
        />
        <button type="button" onClick={() => setIsShown(!isShown)}>
          <Icon of={isShown ? EyeOff : Eye} />
          {isShown ? "Hide" : "Show"}
          <Unseen> {label.toLowerCase()}</Unseen>
        </button>
      </span>
      {aside && <span className={styles.aside}>{aside}</span>}
      <FieldNotes field={field} hint={hint} />
    </div>
  );
}
