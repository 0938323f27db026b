"use client";

import { type ChangeEvent, type FocusEvent, useRef } from "react";
import { digitsOf } from "@/lib/checkout/card-fields";
import { cardNetworks, detectNetwork, groupDigits } from "@/lib/reference/card-networks";
import { FieldError, type FieldProps, fieldId, hintId, inputProps } from "../form/field";
import fieldStyles from "../form/field.module.css";
import unseen from "../unseen.module.css";
import { fillIn } from "../words/fill-in";
import { useWords } from "../words-context";
import styles from "./card.module.css";
import { type Deletion, groupWithCaret } from "./group-with-caret";
import { NetworkMark } from "./network-mark";

const field = { name: "card_number", isRequired: true } as const;

export function CardNumberField({ number, problem }: { number: string } & Pick<FieldProps, "problem">) {
  const { labels } = useWords();
  const events = useGrouping();
  return (
    <div className={fieldStyles.field}>
      <div className={fieldStyles.head}>
        <label htmlFor={fieldId(field.name)} className={fieldStyles.label}>
          {labels.card_number}
        </label>
        <NetworkFound number={number} />
      </div>
      <input
        {...inputProps({ ...field, problem, hint: "network" })}
        {...events}
        className={`${fieldStyles.input} ${styles.digits}`}
        autoComplete="cc-number"
        inputMode="numeric"
        dir="ltr"
        spellCheck={false}
        autoCorrect="off"
      />
      <FieldError name={field.name} problem={problem} />
    </div>
  );
}

/** Named as soon as it can be told, for eyes and ears. */
function NetworkFound({ number }: { number: string }) {
  const { hints } = useWords();
  const network = detectNetwork(digitsOf(number));
  return (
    <span id={hintId(field.name)} role="status" className={styles.found}>
      {network && (
        <>
          <NetworkMark network={network} />
          <span className={unseen.unseen}>{fillIn(hints.networkFound, { network: "" })}</span>
          {cardNetworks[network].name}
        </>
      )}
    </span>
  );
}

function useGrouping() {
  const before = useRef("");
  return {
    onChange: ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
      const { inputType = "", isComposing = false } = nativeEvent as Partial<InputEvent>;
      if (isComposing) return;
      const edit = { value: target.value, caret: target.selectionStart ?? target.value.length };
      const { value, caret } = groupWithCaret(edit, before.current, deletionOf(inputType));
      before.current = value;
      if (value === target.value) return;
      target.value = value;
      // Setting the caret of a field that is being filled in from outside would take the focus there.
      if (document.activeElement === target) target.setSelectionRange(caret, caret);
    },
    /** What was put there without any event is grouped at last. */
    onBlur: ({ target }: FocusEvent<HTMLInputElement>) => {
      before.current = groupDigits(digitsOf(target.value));
      if (target.value !== before.current) target.value = before.current;
    },
  };
}

function deletionOf(inputType: string): Deletion {
  if (inputType === "deleteContentBackward") return "backward";
  return inputType === "deleteContentForward" ? "forward" : null;
}
