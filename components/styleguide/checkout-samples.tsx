"use client";

import { SelectField } from "@/components/checkout/form/select-field";
import { TextField } from "@/components/checkout/form/text-field";
import { wordsOf } from "@/components/checkout/words/words-of";
import { WordsProvider } from "@/components/checkout/words-context";
import { CardArt } from "@/components/ui/brand/card-art";
import { networkCodes } from "@/lib/reference/card-networks";
import styles from "./styleguide.module.css";

const field = { isRequired: true, problem: undefined };
const words = wordsOf("en");

/** Fields of the hosted page, whose labels lie in the input. */
export function CheckoutSamples() {
  return (
    <WordsProvider value={words}>
      <div className={styles.stack}>
        <div className={styles.row}>
          {networkCodes.map((network) => (
            <CardArt key={network} of={network} size="field" />
          ))}
          <CardArt of="generic" />
          <CardArt of="code" />
        </div>
        <div className={styles.pair}>
          <TextField name="card_name" {...field} defaultValue="Anisa Mohammed" />
          <TextField name="email" {...field} problem={words.required.email} defaultValue="anisa@" />
          <TextField name="city" {...field} isRequired={false} hint="As on your bank statement." />
          <SelectField name="state" {...field} options={[{ code: "TT-ARI", name: "Arima" }]} defaultValue="TT-ARI" />
        </div>
      </div>
    </WordsProvider>
  );
}
