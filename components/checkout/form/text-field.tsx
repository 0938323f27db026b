"use client";

import type { ComponentProps } from "react";
import { Field, type FieldProps, inputProps } from "./field";
import styles from "./field.module.css";

type Props = FieldProps & Omit<ComponentProps<"input">, keyof FieldProps>;

/** Uncontrolled: it spreads the registration of react-hook-form, and the DOM keeps its text. */
export function TextField({ name, isRequired, problem, hint, ...input }: Props) {
  const field = { name, isRequired, problem, hint };
  return (
    <Field field={field}>
      <input {...inputProps(field)} {...input} className={styles.input} />
    </Field>
  );
}
