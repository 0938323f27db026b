"use client";

import { CardArt } from "@/components/ui/brand/card-art";
import { cvcLengthOf, digitsOf } from "@/lib/checkout/page/card-fields";
import { Cell, FieldError, FieldHint, inputProps } from "../form/field";
import fieldStyles from "../form/field.module.css";
import { problemText } from "../form/problem-text";
import type { PayFormControl } from "../form/use-pay-form";
import { useWords } from "../words-context";
import styles from "./card.module.css";
import { rewrite } from "./rewrite";

const lengthMax = 4;

/** Keeps only digits. The attribute `maxlength` would cut a pasted code before its spaces are removed. */
function keepDigits({ target }: { target: HTMLInputElement }): void {
  const caret = digitsOf(target.value.slice(0, target.selectionStart ?? lengthMax)).length;
  rewrite(target, { value: digitsOf(target.value).slice(0, lengthMax), caret });
}

export function CvcField({ form, code }: { form: PayFormControl; code?: string | undefined }) {
  const field = useCvc(form);
  return (
    <Cell field={field}>
      <input
        {...inputProps(field)}
        {...form.register(field.name, { onChange: keepDigits, onBlur: keepDigits })}
        className={fieldStyles.input}
        autoComplete="cc-csc"
        defaultValue={code}
        inputMode="numeric"
        dir="ltr"
        spellCheck={false}
      />
      <span className={`${styles.mark} ${styles.code}`}>
        <CardArt of="code" size="field" />
      </span>
    </Cell>
  );
}

/** The error and the hint of the security code, below the group of card fields. */
export function CvcNotes({ form }: { form: PayFormControl }) {
  const field = useCvc(form);
  return (
    <>
      <FieldError {...field} />
      <FieldHint {...field} />
    </>
  );
}

function useCvc(form: PayFormControl) {
  const words = useWords();
  const length = cvcLengthOf({ card_number: form.number, card_network: form.network });
  return {
    name: "cvc" as const,
    isRequired: true,
    problem: problemText(form, "cvc", words),
    hint: length === 4 ? words.hints.cvcFront : words.hints.cvcBack,
  };
}
