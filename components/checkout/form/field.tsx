"use client";

import type { ReactNode } from "react";
import type { PayField } from "@/lib/checkout/page/page-contract";
import { WarningIcon } from "../icons";
import { useWords } from "../words-context";
import styles from "./field.module.css";

/** What every field of the form has, whatever it is made of. */
export type FieldProps = {
  name: PayField;
  isRequired: boolean;
  /** In plain words, once the field was told. */
  problem: string | undefined;
  hint?: string | undefined;
};

/** What an input needs so that its label, hint and error are read out with it. */
export function inputProps({ name, isRequired, problem, hint }: FieldProps) {
  const describedBy = [hint && hintId(name), problem && errorId(name)].filter(Boolean).join(" ");
  return {
    id: fieldId(name),
    name,
    required: isRequired,
    "aria-invalid": problem ? true : undefined,
    "aria-describedby": describedBy || undefined,
  };
}

export const fieldId = (name: PayField): string => `field-${name}`;
export const errorId = (name: PayField): string => `error-${name}`;
export const hintId = (name: PayField): string => `hint-${name}`;

/** Label and hint above the input, the error below it; the hint stays when there is an error. */
export function Field({ field, children }: { field: FieldProps; children: ReactNode }) {
  const { labels, hints } = useWords();
  const { name, isRequired, problem, hint } = field;
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={fieldId(name)} className={styles.label}>
          {labels[name]}
          {!isRequired && <span className={styles.optional}> ({hints.optional})</span>}
        </label>
        {hint && (
          <span id={hintId(name)} className={styles.hint}>
            {hint}
          </span>
        )}
      </div>
      {children}
      <FieldError name={name} problem={problem} />
    </div>
  );
}

export function FieldError({ name, problem }: Pick<FieldProps, "name" | "problem">) {
  if (!problem) return null;
  return (
    <p id={errorId(name)} className={styles.error}>
      <WarningIcon />
      {problem}
    </p>
  );
}
