"use client";

import { useRef } from "react";
import { FieldFrame, type FieldProps, useField } from "@/components/ui/form/field";
import styles from "@/components/ui/form/field.module.css";

/** The default accent colour of the checkout page, as in components/tokens.css. */
const ourAccent = "#00687a";

type ColourProps = FieldProps & { value: string; typed: string; onType: (colour: string) => void };

/** A field for a colour, which the member types as #rrggbb or picks. `typed` is the current text. */
export function ColourField({ name, label, hint, isOptional, value, typed, onType }: ColourProps) {
  const field = useField(name, hint);
  const text = useRef<HTMLInputElement>(null);
  const pick = (colour: string) => {
    if (text.current) text.current.value = colour;
    onType(colour);
  };
  return (
    <FieldFrame {...{ label, hint, isOptional, field }}>
      <div className={styles.colour}>
        <input
          {...field.input}
          ref={text}
          defaultValue={value}
          onInput={(event) => onType(event.currentTarget.value)}
          className={styles.input}
          autoComplete="off"
          spellCheck={false}
          maxLength={7}
        />
        <input
          type="color"
          aria-label={`Pick the ${label.toLowerCase()}`}
          value={/^#[0-9a-f]{6}$/i.test(typed) ? typed : ourAccent}
          onChange={(event) => pick(event.currentTarget.value)}
        />
      </div>
    </FieldFrame>
  );
}
