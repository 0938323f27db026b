"use client";

import type { ComponentProps } from "react";
import { useWords } from "../words-context";
import { Field, type FieldProps, inputProps } from "./field";
import styles from "./field.module.css";

type Option = { code: string; name: string };
type Props = FieldProps & { options: readonly Option[] } & Omit<ComponentProps<"select">, keyof FieldProps>;

/** A native select whose values are ISO codes. It starts empty unless it gets a default value. */
export function SelectField({ name, isRequired, problem, hint, options, ...select }: Props) {
  const { hints } = useWords();
  const field = { name, isRequired, problem, hint };
  return (
    <Field field={field}>
      <select {...inputProps(field)} {...select} className={styles.input}>
        <option value="">{hints.choose}</option>
        {options.map(({ code, name: text }) => (
          <option key={code} value={code}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}
