"use client";

import { useState } from "react";
import { moneyParts } from "@/lib/format/money";
import { formatMinor, parseMinor } from "@/lib/kit/money";
import { FieldFrame, type FieldProps, useField } from "./field";
import styles from "./field.module.css";

type Props = FieldProps & { currency: string; value?: string; onType?: (amount: string) => void };

/**
 * An amount: the currency's code on the left, the number right-aligned. The reader sees and may type `1,249.50`; the
 * form sends `1249.50`.
 */
export function MoneyField({ name, label, hint, isOptional, currency, value = "", onType }: Props) {
  const field = useField(name, hint);
  const [text, setText] = useState(() => withSeparators(value, currency));
  const handleInput = (typed: string) => {
    setText(typed);
    onType?.(withoutSeparators(typed));
  };
  return (
    <FieldFrame {...{ label, hint, isOptional, field }}>
      <div className={styles.money}>
        <span aria-hidden="true">{currency}</span>
        <input
          {...field.input}
          name={undefined}
          value={text}
          onChange={(event) => handleInput(event.currentTarget.value)}
          onBlur={() => setText(withSeparators(withoutSeparators(text), currency))}
          className={styles.input}
          inputMode="decimal"
          autoComplete="off"
        />
        <input type="hidden" name={name} value={withoutSeparators(text)} />
      </div>
    </FieldFrame>
  );
}

/** Commas are removed only between groups of three digits: `1,00` may mean 1.00. */
const groupedPattern = /^\d{1,3}(,\d{3})+(\.\d*)?$/;

const withoutSeparators = (text: string): string =>
  groupedPattern.test(text.trim()) ? text.trim().replaceAll(",", "") : text.trim();

function withSeparators(amount: string, currency: string): string {
  const minor = parseMinor(amount);
  return minor === null ? amount : moneyParts({ amount: formatMinor(minor), currency }).number;
}
