"use client";

import type { PayField, Prefill } from "@/lib/checkout/page/page-fields";
import type { CountryLists } from "../places/country-lists";
import { useWords } from "../words-context";
import styles from "./field.module.css";
import { problemText } from "./problem-text";
import { CountryField } from "./select-field";
import { TextField } from "./text-field";
import type { PayFormControl } from "./use-pay-form";

type Props = { form: PayFormControl; prefill: Prefill };

/** The section says if these fields are optional. */
export function EmailField({ form, prefill }: Props) {
  const words = useWords();
  return (
    <TextField
      {...form.register("email")}
      isRequired={form.asked.email}
      label={words.labels.email}
      problem={problemText(form, "email", words)}
      type="email"
      autoComplete="email"
      spellCheck={false}
      autoCapitalize="none"
      defaultValue={prefill.email}
    />
  );
}

/** The dial codes name their country, because four of the five platform countries share +1. */
export function PhoneFields({ form, prefill, lists }: Props & { lists: CountryLists }) {
  const words = useWords();
  const field = (name: PayField) => ({
    ...form.register(name),
    isRequired: false,
    label: words.labels[name],
    problem: problemText(form, name, words),
  });
  return (
    <div className={styles.phone}>
      <CountryField {...field("phone_country")} list={lists.dialing} data-testid="phone-country" autoComplete="off" />
      <TextField
        {...field("phone")}
        type="tel"
        autoComplete="tel-national"
        dir="ltr"
        maxLength={24}
        defaultValue={prefill.phone}
      />
    </div>
  );
}
