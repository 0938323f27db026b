"use client";

import type { ComponentProps } from "react";
import { describe, Field, type FieldProps } from "./field";
import styles from "./field.module.css";

type Props = FieldProps & Omit<ComponentProps<"input">, keyof FieldProps>;

export function TextField({ name, isRequired, problem, hint, ...input }: Props) {
  const field = { name, isRequired, problem, hint };
  return (
    <Field field={field}>
      <input {...describe(field)} {...input} className={styles.input} />
    </Field>
  );
}
