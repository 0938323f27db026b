"use client";

import type { PayField, Prefill } from "@/lib/checkout/page/page-contract";
import { useWords } from "../words-context";
import type { Country } from "./dialing-country";
import styles from "./field.module.css";
import { problemText } from "./problem-text";
import { SelectField } from "./select-field";
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
export function PhoneFields({ form, prefill, countries }: Props & { countries: readonly Country[] }) {
  const words = useWords();
  const problem = (field: PayField) => problemText(form, field, words);
  const dialing = countries.filter(({ dial }) => dial !== "");
  return (
    <div className={styles.pair}>
      <SelectField
        {...form.register("phone_country")}
        isRequired={false}
        problem={problem("phone_country")}
        options={dialing.map(({ code, name, dial }) => ({ code, name: `${name} (${dial})` }))}
        data-testid="phone-country"
        autoComplete="off"
        defaultValue={prefill.phone_country}
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
