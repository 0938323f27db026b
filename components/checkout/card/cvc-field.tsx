"use client";

import { cvcLengthOf } from "@/lib/checkout/page/card-fields";
import { problemText } from "../form/problem-text";
import { TextField } from "../form/text-field";
import type { PayFormControl } from "../form/use-pay-form";
import { useWords } from "../words-context";

export function CvcField({ form }: { form: PayFormControl }) {
  const words = useWords();
  const length = cvcLengthOf({ card_number: form.number, card_network: form.network });
  return (
    <TextField
      {...form.register("cvc")}
      isRequired
      problem={problemText(form, "cvc", words)}
      hint={length === 4 ? words.hints.cvcFront : words.hints.cvcBack}
      autoComplete="cc-csc"
      inputMode="numeric"
      dir="ltr"
      spellCheck={false}
      maxLength={4}
    />
  );
}
