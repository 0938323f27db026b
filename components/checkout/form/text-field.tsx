"use client";

import type { ComponentProps } from "react";
import { Field, type FieldProps, inputProps } from "./field";
import styles from "./field.module.css";

type Props = FieldProps & Omit<ComponentProps<"input">, keyof FieldProps>;

/** An uncontrolled input: the DOM holds its text, and react-hook-form registers it. */
export function TextField({ name, isRequired, problem, hint, label, ...input }: Props) {
  const field = { name, isRequired, problem, hint, label };
  return (
    <Field field={field}>
      <input {...inputProps(field)} {...input} className={styles.input} />
    </Field>
  );
}
