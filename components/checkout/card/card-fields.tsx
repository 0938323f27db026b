"use client";

import type { FocusEvent } from "react";
import { digitsOf, isCardNumber, parseExpiry } from "@/lib/checkout/page/card-fields";
import type { PayField } from "@/lib/checkout/page/page-fields";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import { detectNetwork } from "@/lib/reference/card-networks";
import fieldStyles from "../form/field.module.css";
import { problemText } from "../form/problem-text";
import { TextField } from "../form/text-field";
import type { PayFormControl } from "../form/use-pay-form";
import { useWords } from "../words-context";
import { CardNumberField } from "./card-number-field";
import { CvcField } from "./cvc-field";
import { NetworkChoice } from "./network-choice";

type Props = { form: PayFormControl; view: SessionView; name: string };

/** Card number, expiry, security code and name, in their order on the card. */
export function CardFields({ form, view, name }: Props) {
  const words = useWords();
  const problem = (field: PayField) => problemText(form, field, words);
  const { number } = form;
  // Without JavaScript, the page cannot detect the network. The server's error then makes the page ask for it.
  const isNetworkAsked =
    form.problems.card_network !== undefined || (isCardNumber(number) && detectNetwork(digitsOf(number)) === null);
  return (
    <>
      <CardNumberField form={form} problem={problem("card_number")} />
      {isNetworkAsked && <NetworkChoice form={form} preselected={view.card_type} problem={problem("card_network")} />}
      <div className={fieldStyles.pair}>
        <TextField
          {...form.register("expiry", { onBlur: normaliseExpiry })}
          isRequired
          problem={problem("expiry")}
          hint={words.hints.expiry}
          autoComplete="cc-exp"
          inputMode="numeric"
          dir="ltr"
          spellCheck={false}
        />
        <CvcField form={form} />
      </div>
      <TextField
        {...form.register("card_name")}
        isRequired
        problem={problem("card_name")}
        autoComplete="cc-name"
        autoCapitalize="words"
        spellCheck={false}
        defaultValue={name}
      />
    </>
  );
}

/** Rewrites a typed expiry date as it is printed on cards: MM/YY. */
function normaliseExpiry({ target }: FocusEvent<HTMLInputElement>): void {
  const read = parseExpiry(target.value);
  if (!read) return;
  const shown = `${String(read.month).padStart(2, "0")}/${String(read.year).slice(-2)}`;
  if (target.value !== shown) target.value = shown;
}
