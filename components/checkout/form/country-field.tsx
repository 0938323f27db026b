"use client";

import type { ComponentProps } from "react";
import { Field, type FieldProps, inputProps } from "./field";
import styles from "./field.module.css";

type Props = FieldProps & { list: string } & Omit<ComponentProps<"select">, keyof FieldProps | "list">;

/**
 * A native select of countries. Its options are HTML, because React takes long to render and hydrate hundreds of
 * elements. The script of the hosted page passes an empty list: React leaves the options of the server alone.
 */
export function CountryField({ name, isRequired, problem, hint, list, ...select }: Props) {
  const field = { name, isRequired, problem, hint };
  return (
    <Field field={field}>
      <select
        {...inputProps(field)}
        {...select}
        className={styles.input}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: country-lists.ts escapes the names
        dangerouslySetInnerHTML={{ __html: list }}
      />
    </Field>
  );
}
