"use client";

import { CircleAlert } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import type { PayField } from "@/lib/checkout/page/page-fields";
import { useWords } from "../words-context";
import styles from "./field.module.css";

/** The props of every field of the payment form. The form of a payment link has other names. */
export type FieldProps<Name = PayField> = {
  name: Name;
  /** Replaces the usual id, if two inputs have the same name. */
  id?: string;
  isRequired: boolean;
  /** The text of the error that is shown at the field. */
  problem: string | undefined;
  hint?: string | undefined;
  /** Replaces the usual label: the word depends on the country, or the section says that its fields are optional. */
  label?: string | undefined;
};

/** The attributes that make screen readers announce the label, the hint and the error of an input. */
export function inputProps({ name, id = fieldId(name), isRequired, problem, hint }: FieldProps<string>) {
  const describedBy = [problem && errorId(name), hint && hintId(name)].filter(Boolean).join(" ");
  return {
    id,
    name,
    required: isRequired,
    "aria-invalid": problem ? true : undefined,
    "aria-describedby": describedBy || undefined,
  };
}

export const fieldId = (name: string): string => `field-${name}`;
export const errorId = (name: string): string => `error-${name}`;
export const hintId = (name: string): string => `hint-${name}`;

/** A field: the label lies in the input, and below it are the error and the hint, which stays visible. */
export function Field({ field, children }: { field: FieldProps; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <Cell field={field}>{children}</Cell>
      <FieldError {...field} />
      <FieldHint {...field} />
    </div>
  );
}

/** The input with its label. */
export function Cell({ field, children }: { field: FieldProps; children: ReactNode }) {
  const { labels, hints } = useWords();
  const { name, id = fieldId(name), isRequired, label } = field;
  return (
    <div className={styles.cell}>
      <label htmlFor={id} className={styles.label}>
        {label ?? (isRequired ? labels[name] : `${labels[name]} (${hints.optional})`)}
      </label>
      {children}
    </div>
  );
}

export function FieldError({ name, problem }: Pick<FieldProps<string>, "name" | "problem">) {
  if (!problem) return null;
  return (
    <p id={errorId(name)} className={styles.error}>
      <Icon of={CircleAlert} />
      {problem}
    </p>
  );
}

export function FieldHint({ name, hint }: Pick<FieldProps<string>, "name" | "hint">) {
  if (!hint) return null;
  return (
    <p id={hintId(name)} className={styles.hint}>
      {hint}
    </p>
  );
}
