"use client";

import type { SessionView } from "@/lib/checkout/page/view-contract";
import { fillIn } from "@/lib/kit/text/fill-in";
import { useWords } from "../words-context";
import { FieldError, inputProps } from "./field";
import styles from "./field.module.css";
import { problemText } from "./problem-text";
import type { PayFormControl } from "./use-pay-form";

/** Never ticked in advance: the customer must agree. */
export function ConsentField({ form, view }: { form: PayFormControl; view: SessionView }) {
  const words = useWords();
  const name = "consent";
  const problem = problemText(form, name, words);
  return (
    <div>
      <label className={styles.consent}>
        <input
          {...inputProps({ name, isRequired: true, problem })}
          {...form.register(name)}
          type="checkbox"
          value="yes"
          data-testid="consent"
        />
        {fillIn(words.labels.consent, { merchant: view.merchant.name })}
      </label>
      <FieldError name={name} problem={problem} />
    </div>
  );
}
