"use client";

import type { ReactNode } from "react";
import type { PayField } from "@/lib/checkout/page/page-fields";
import { WarningIcon } from "../icons";
import { useWords } from "../words-context";
import styles from "./field.module.css";

/** The props of every field of the payment form. */
export type FieldProps = {
  name: PayField;
  isRequired: boolean;
  /** The text of the error that is shown at the field. */
  problem: string | undefined;
  hint?: string | undefined;
};

/** The attributes that make screen readers announce the label, the hint and the error of an input. */
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

/** A field: label and hint above the input, and the error below. The hint stays visible beside an error. */
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
