"use client";

import { CardArt } from "@/components/ui/brand/card-art";
import { cardNetworks, networkCodes } from "@/lib/reference/card-networks";
import { errorId, FieldError, fieldId, hintId } from "../form/field";
import type { PayFormControl } from "../form/use-pay-form";
import { useWords } from "../words-context";
import styles from "./card.module.css";

type Props = { form: PayFormControl; preselected: string | null; problem: string | undefined };

/** The choice of a card network. The form shows it only if the network cannot be detected from a complete number. */
export function NetworkChoice({ form, preselected, problem }: Props) {
  const { labels, hints } = useWords();
  const name = "card_network";
  return (
    <fieldset
      className={styles.choice}
      aria-describedby={problem ? `${hintId(name)} ${errorId(name)}` : hintId(name)}
      aria-invalid={problem ? true : undefined}
    >
      <legend>
        {labels.card_network} <span id={hintId(name)}>{hints.network}</span>
      </legend>
      <div className={styles.options}>
        {networkCodes.map((code, index) => (
          <label key={code} className={styles.option}>
            <input
              {...form.register(name)}
              type="radio"
              id={index === 0 ? fieldId(name) : undefined}
              value={code}
              required
              defaultChecked={code === preselected}
            />
            <CardArt of={code} />
            {cardNetworks[code].name}
          </label>
        ))}
      </div>
      <FieldError name={name} problem={problem} />
    </fieldset>
  );
}
