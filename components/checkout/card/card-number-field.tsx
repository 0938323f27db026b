"use client";

import { useRef } from "react";
import { CardArt } from "@/components/ui/brand/card-art";
import unseen from "@/components/ui/unseen.module.css";
import { digitsOf } from "@/lib/checkout/page/card-fields";
import type { Prefill } from "@/lib/checkout/page/page-fields";
import { fillIn } from "@/lib/kit/text/fill-in";
import { cardNetworks, detectNetwork, groupDigits } from "@/lib/reference/card-networks";
import { Cell, type FieldProps, hintId, inputProps } from "../form/field";
import fieldStyles from "../form/field.module.css";
import type { FieldEvents } from "../form/use-field-errors";
import type { PayFormControl } from "../form/use-pay-form";
import { useWords } from "../words-context";
import styles from "./card.module.css";
import { type Deletion, groupWithCaret } from "./group-with-caret";
import { rewrite } from "./rewrite";

type Props = { form: PayFormControl; prefill: Prefill } & Pick<FieldProps, "problem">;

export function CardNumberField({ form, prefill, problem }: Props) {
  const grouping = useGrouping();
  const field = { name: "card_number", isRequired: true, problem, hint: "network" } as const;
  return (
    <Cell field={field}>
      <input
        {...inputProps(field)}
        {...form.register(field.name, grouping)}
        className={`${fieldStyles.input} ${styles.number}`}
        autoComplete="cc-number"
        defaultValue={prefill.card_number}
        inputMode="numeric"
        dir="ltr"
        spellCheck={false}
        autoCorrect="off"
      />
      <NetworkFound number={form.number} />
    </Cell>
  );
}

/** Shows the card network and announces it to screen readers as soon as the number reveals it. */
function NetworkFound({ number }: { number: string }) {
  const { hints } = useWords();
  const network = detectNetwork(digitsOf(number));
  return (
    <span id={hintId("card_number")} role="status" className={styles.mark}>
      <CardArt of={network ?? "generic"} size="field" />
      {network && (
        <span className={unseen.unseen}>{fillIn(hints.networkFound, { network: cardNetworks[network].name })}</span>
      )}
    </span>
  );
}

function useGrouping(): FieldEvents {
  const before = useRef("");
  return {
    onChange: ({ target, nativeEvent }) => {
      const { inputType = "", isComposing = false } = nativeEvent as Partial<InputEvent>;
      if (isComposing) return;
      const edit = { value: target.value, caret: target.selectionStart ?? target.value.length };
      const grouped = groupWithCaret(edit, before.current, deletionOf(inputType));
      before.current = grouped.value;
      rewrite(target, grouped);
    },
    /** Groups the digits of a number that autofill filled in without an event. */
    onBlur: ({ target }) => {
      before.current = groupDigits(digitsOf(target.value));
      if (target.value !== before.current) target.value = before.current;
    },
  };
}

function deletionOf(inputType: string): Deletion {
  if (inputType === "deleteContentBackward") return "backward";
  return inputType === "deleteContentForward" ? "forward" : null;
}
