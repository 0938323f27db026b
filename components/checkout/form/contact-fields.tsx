"use client";

import type { PayField, Prefill } from "@/lib/checkout/page/page-fields";
import { useWords } from "../words-context";
import { CountryField } from "./country-field";
import type { CountryLists } from "./country-lists";
import styles from "./field.module.css";
import { problemText } from "./problem-text";
import { TextField } from "./text-field";
import type { PayFormControl } from "./use-pay-form";

type Props = { form: PayFormControl; prefill: Prefill };

export function EmailField({ form, prefill }: Props) {
  const words = useWords();
  return (
    <TextField
      {...form.register("email")}
      isRequired={form.asked.email}
      problem={problemText(form, "email", words)}
      type="email"
      autoComplete="email"
      spellCheck={false}
      autoCapitalize="none"
      defaultValue={prefill.email}
    />
  );
}

/** The customer chooses a country instead of a dial code, because four of the five platform countries share +1. */
export function PhoneFields({ form, prefill, lists }: Props & { lists: CountryLists }) {
  const words = useWords();
  const problem = (field: PayField) => problemText(form, field, words);
  return (
    <div className={styles.pair}>
      <CountryField
        {...form.register("phone_country")}
        isRequired={false}
        problem={problem("phone_country")}
        list={lists.dialing}
        data-testid="phone-country"
        autoComplete="off"
      />
      <TextField
        {...form.register("phone")}
        isRequired={false}
        problem={problem("phone")}
        type="tel"
        autoComplete="tel-national"
        dir="ltr"
        defaultValue={prefill.phone}
      />
    </div>
  );
}
