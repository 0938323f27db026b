"use client";

import { ChevronDown } from "lucide";
import type { ComponentProps } from "react";
import { Icon } from "@/components/ui/icon";
import { useWords } from "../words-context";
import { Field, type FieldProps, inputProps } from "./field";
import styles from "./field.module.css";

type Option = { code: string; name: string };
type SelectProps = FieldProps & Omit<ComponentProps<"select">, keyof FieldProps>;

/** A native select whose values are ISO codes. It starts empty unless it gets a default value. */
export function SelectField({ options, ...select }: SelectProps & { options: readonly Option[] }) {
  const { hints } = useWords();
  return (
    <NativeSelect {...select}>
      <option value="">{hints.choose}</option>
      {options.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </NativeSelect>
  );
}

/**
 * A native select of countries. Its options are HTML, because React takes long to render and hydrate hundreds of
 * elements. The script of the hosted page passes an empty list: React leaves the options of the server alone.
 */
export function CountryField({ list, ...select }: SelectProps & { list: string }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: country-lists.ts escapes the names
    <NativeSelect {...select} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: list }} />
  );
}

function NativeSelect({ name, isRequired, problem, hint, label, ...select }: SelectProps) {
  const field = { name, isRequired, problem, hint, label };
  return (
    <Field field={field}>
      <select {...inputProps(field)} {...select} className={styles.input} />
      <Icon of={ChevronDown} size={20} />
    </Field>
  );
}
