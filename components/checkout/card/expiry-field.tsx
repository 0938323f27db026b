"use client";

import type { Prefill } from "@/lib/checkout/page/page-fields";
import { Cell, inputProps } from "../form/field";
import fieldStyles from "../form/field.module.css";
import { problemText } from "../form/problem-text";
import type { FieldEvents } from "../form/use-field-errors";
import type { PayFormControl } from "../form/use-pay-form";
import { useWords } from "../words-context";
import { completeExpiry, withSlash } from "./expiry-text";

/** Adds the slash while the customer types. Text that a program filled in is rewritten when the field loses focus. */
const formatting: FieldEvents = {
  onChange: ({ target, nativeEvent }) => {
    if ((nativeEvent as Partial<InputEvent>).inputType !== "insertText") return;
    if (target.selectionStart === target.value.length) setText(target, withSlash(target.value));
  },
  onBlur: ({ target }) => setText(target, completeExpiry(target.value)),
};

function setText(target: HTMLInputElement, text: string): void {
  if (target.value !== text) target.value = text;
}

export function ExpiryField({ form, prefill }: { form: PayFormControl; prefill: Prefill }) {
  const words = useWords();
  const field = { name: "expiry", isRequired: true, problem: problemText(form, "expiry", words) } as const;
  return (
    <Cell field={field}>
      <input
        {...inputProps(field)}
        {...form.register(field.name, formatting)}
        className={fieldStyles.input}
        placeholder={words.hints.expiry}
        autoComplete="cc-exp"
        defaultValue={prefill.expiry}
        inputMode="numeric"
        dir="ltr"
        spellCheck={false}
      />
    </Cell>
  );
}
