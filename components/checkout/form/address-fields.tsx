"use client";

import type { PayField, Prefill } from "@/lib/checkout/page/page-fields";
import { useWords } from "../words-context";
import { CountryField } from "./country-field";
import type { CountryLists } from "./country-lists";
import { Field, inputProps } from "./field";
import styles from "./field.module.css";
import { problemText } from "./problem-text";
import { SelectField } from "./select-field";
import { TextField } from "./text-field";
import type { PayFormControl } from "./use-pay-form";

type Props = { form: PayFormControl; prefill: Prefill };

export function CountryFields({ form, prefill, lists }: Props & { lists: CountryLists }) {
  const words = useWords();
  return (
    <div className={styles.pair}>
      <CountryField
        {...form.register("country")}
        isRequired={form.asked.avs}
        problem={problemText(form, "country", words)}
        list={lists.billing}
        data-testid="billing-country"
        autoComplete="billing country"
      />
      <StateField form={form} prefill={prefill} />
    </div>
  );
}

/**
 * The state or province of the billing address. It is shown only if the country has any, but always stays in the DOM,
 * so that code can find it. A new country empties the field, because its options change.
 */
function StateField({ form, prefill }: Props) {
  const words = useWords();
  const { stateList, asked } = form;
  return (
    <>
      <div hidden={!asked.state} className={styles.through}>
        <SelectField
          {...form.register("state")}
          isRequired={asked.avs && asked.state}
          problem={problemText(form, "state", words)}
          options={stateList.states}
          disabled={!asked.state}
          data-testid="billing-state"
          autoComplete="billing address-level1"
          defaultValue={prefill.state}
        />
      </div>
      {stateList.status === "failed" && (
        <p className={styles.aside}>
          {words.hints.notLoaded}{" "}
          <button type="button" className={styles.again} onClick={form.tryStatesAgain}>
            {words.hints.tryAgain}
          </button>
        </p>
      )}
      {!asked.state && <StateWithoutScript isRequired={asked.avs} />}
    </>
  );
}

/** A text input for the state or province. Without JavaScript, a select could not follow the chosen country. */
function StateWithoutScript({ isRequired }: { isRequired: boolean }) {
  const { hints } = useWords();
  const field = { name: "state", isRequired, problem: undefined, hint: hints.stateCode } as const;
  return (
    <noscript>
      <Field field={field}>
        <input {...inputProps(field)} required={false} className={styles.input} autoComplete="billing address-level1" />
      </Field>
    </noscript>
  );
}

export function AddressFields({ form, prefill }: Props) {
  const words = useWords();
  const { asked, hasPostcodes } = form;
  const field = (name: PayField & keyof Prefill) => ({
    ...form.register(name),
    problem: problemText(form, name, words),
    defaultValue: prefill[name],
  });
  return (
    <>
      <TextField {...field("address1")} isRequired={asked.avs} autoComplete="billing address-line1" />
      <TextField {...field("address2")} isRequired={false} autoComplete="billing address-line2" />
      <div className={styles.pair}>
        <TextField {...field("city")} isRequired={asked.avs} autoComplete="billing address-level2" />
        <div hidden={!hasPostcodes} className={styles.through}>
          <TextField
            {...field("zipcode")}
            isRequired={asked.avs && asked.zipcode}
            disabled={!hasPostcodes}
            autoComplete="billing postal-code"
          />
        </div>
      </div>
    </>
  );
}
