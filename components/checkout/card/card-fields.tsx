"use client";

import { asksNetwork } from "@/lib/checkout/page/card-fields";
import type { Prefill } from "@/lib/checkout/page/page-fields";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import { FieldError } from "../form/field";
import { problemText } from "../form/problem-text";
import { TextField } from "../form/text-field";
import type { PayFormControl } from "../form/use-pay-form";
import { useWords } from "../words-context";
import styles from "./card.module.css";
import { CardNumberField } from "./card-number-field";
import { CvcField, CvcNotes } from "./cvc-field";
import { ExpiryField } from "./expiry-field";
import { NetworkChoice } from "./network-choice";

type Props = { form: PayFormControl; view: SessionView; prefill: Prefill };

/** Card number, expiry, security code and name, in their order on the card. */
export function CardFields({ form, view, prefill }: Props) {
  const words = useWords();
  const problem = (field: "card_number" | "expiry" | "card_network" | "card_name") => problemText(form, field, words);
  // Without JavaScript, the page cannot detect the network. The server's error then makes the page ask for it.
  const isChosen = form.number === "" && prefill.card_network !== undefined;
  const isNetworkAsked = isChosen || form.problems.card_network !== undefined || asksNetwork(form.number);
  const preselected = prefill.card_network ?? view.card_type;
  return (
    <>
      <div className={styles.group}>
        <div className={styles.cells}>
          <CardNumberField form={form} prefill={prefill} problem={problem("card_number")} />
          <ExpiryField form={form} prefill={prefill} />
          <CvcField form={form} code={prefill.cvc} />
        </div>
        <FieldError name="card_number" problem={problem("card_number")} />
        <FieldError name="expiry" problem={problem("expiry")} />
        <CvcNotes form={form} />
      </div>
      {isNetworkAsked && <NetworkChoice {...{ form, preselected }} problem={problem("card_network")} />}
      <TextField
        {...form.register("card_name")}
        isRequired
        problem={problem("card_name")}
        autoComplete="cc-name"
        autoCapitalize="words"
        spellCheck={false}
        defaultValue={prefill.card_name}
      />
    </>
  );
}
