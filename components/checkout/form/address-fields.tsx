"use client";

import type { PayField, Prefill } from "@/lib/checkout/page/page-fields";
import type { CountryLists } from "../places/country-lists";
import { useWords } from "../words-context";
import { Field, inputProps } from "./field";
import styles from "./field.module.css";
import { problemText } from "./problem-text";
import { CountryField, SelectField } from "./select-field";
import { TextField } from "./text-field";
import type { PayFormControl } from "./use-pay-form";

type Props = { form: PayFormControl; prefill: Prefill };

/** The billing address. It is required with AVS; otherwise the fold around it says that it is optional. */
export function AddressFields({ form, prefill, lists }: Props & { lists: CountryLists }) {
  const words = useWords();
  const { hints } = words;
  const { asked, hasPostcodes, stateList } = form;
  const labels = { ...words.labels, ...stateList.labels };
  const field = (name: PayField & keyof Prefill, isRequired = asked.avs) => ({
    ...form.register(name),
    isRequired,
    label: isRequired || !asked.avs ? labels[name] : `${labels[name]} (${hints.optional})`,
    problem: problemText(form, name, words),
  });
  const text = (...about: Parameters<typeof field>) => ({ ...field(...about), defaultValue: prefill[about[0]] });
  return (
    <>
      <CountryField
        {...field("country")}
        list={lists.billing}
        data-testid="billing-country"
        autoComplete="billing country"
      />
      <TextField {...text("address1")} autoComplete="billing address-line1" />
      <TextField {...text("address2", false)} autoComplete="billing address-line2" />
      <TextField {...text("city")} autoComplete="billing address-level2" />
      <div className={styles.pair}>
        {/* Always in the DOM, so that code can find it. A new country empties the field, because its options change. */}
        <div hidden={!asked.state} className={styles.through}>
          <SelectField
            {...text("state", asked.avs && asked.state)}
            options={stateList.states}
            disabled={!asked.state}
            data-testid="billing-state"
            autoComplete="billing address-level1"
          />
        </div>
        {!asked.state && <StateWithoutScript isRequired={asked.avs} typed={prefill.state} />}
        <div hidden={!hasPostcodes} className={styles.through}>
          <TextField
            {...text("zipcode", asked.avs && asked.zipcode)}
            disabled={!hasPostcodes}
            autoComplete="billing postal-code"
          />
        </div>
      </div>
      {stateList.status === "failed" && (
        <p className={styles.hint}>
          {hints.notLoaded}{" "}
          <button type="button" className={styles.again} onClick={form.tryStatesAgain}>
            {hints.tryAgain}
          </button>
        </p>
      )}
    </>
  );
}

/**
 * A text input for the state or province. Without JavaScript, a select could not follow the chosen country. The select
 * is still in the page, so this input has an id of its own.
 */
function StateWithoutScript({ isRequired, typed }: { isRequired: boolean; typed: string }) {
  const { hints } = useWords();
  const field = {
    name: "state",
    id: "field-state-code",
    isRequired,
    problem: undefined,
    hint: hints.stateCode,
  } as const;
  return (
    <noscript>
      <Field field={field}>
        <input
          {...inputProps(field)}
          required={false}
          className={styles.input}
          autoComplete="billing address-level1"
          defaultValue={typed}
        />
      </Field>
    </noscript>
  );
}
