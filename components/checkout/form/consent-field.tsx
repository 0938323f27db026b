"use client";

import type { Prefill } from "@/lib/checkout/page/page-fields";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import { fillIn } from "@/lib/kit/text/fill-in";
import { useWords } from "../words-context";
import { FieldError, inputProps } from "./field";
import styles from "./field.module.css";
import { problemText } from "./problem-text";
import type { PayFormControl } from "./use-pay-form";

type Props = { form: PayFormControl; view: SessionView; prefill: Prefill };

/** Never ticked in advance: the customer must agree. A refused form keeps the tick. */
export function ConsentField({ form, view, prefill }: Props) {
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
          defaultChecked={prefill.consent === "yes"}
          data-testid="consent"
        />
        {fillIn(words.labels.consent, { merchant: view.merchant.name })}
      </label>
      <FieldError name={name} problem={problem} />
    </div>
  );
}
