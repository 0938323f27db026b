"use client";

import { FieldFrame, type FieldProps, useField } from "./field";
import styles from "./field.module.css";

type Props = FieldProps & { currency: string; value?: string; onType?: (text: string) => void };

/** An amount: the currency's code on the left, the number right-aligned. */
export function MoneyField({ name, label, hint, isOptional, currency, value, onType }: Props) {
  const field = useField(name, hint);
  return (
    <FieldFrame {...{ label, hint, isOptional, field }}>
      <div className={styles.money}>
        <span aria-hidden="true">{currency}</span>
        <input
          {...field.input}
          {...(onType && { onInput: (event) => onType(event.currentTarget.value) })}
          className={styles.input}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={value}
        />
      </div>
    </FieldFrame>
  );
}
