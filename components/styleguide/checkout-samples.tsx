"use client";

import { CircleAlert } from "lucide";
import { useId } from "react";
import cardStyles from "@/components/checkout/card/card.module.css";
import fieldStyles from "@/components/checkout/form/field.module.css";
import { SelectField } from "@/components/checkout/form/select-field";
import { TextField } from "@/components/checkout/form/text-field";
import { wordsOf } from "@/components/checkout/words/words-of";
import { WordsProvider } from "@/components/checkout/words-context";
import { CardArt } from "@/components/ui/brand/card-art";
import { Icon } from "@/components/ui/icon";
import { type CardNetwork, networkCodes } from "@/lib/reference/card-networks";
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
          <TextField name="email" {...field} problem="Enter your email address." defaultValue="anisa@" />
          <TextField name="city" {...field} isRequired={false} hint="As on your bank statement." />
          <SelectField name="state" {...field} options={[{ code: "TT-ARI", name: "Arima" }]} defaultValue="TT-ARI" />
        </div>
      </div>
    </WordsProvider>
  );
}

/** The joined fields of a card. Their ids differ from the form's, because a page has several samples. */
export function CardGroupSamples() {
  return (
    <div className={styles.pair}>
      <CardGroup />
      <CardGroup network="mastercard" values={["5555 5555 5555 4444", "08 / 30", "123"]} />
      <CardGroup
        network="visa"
        values={["4111 1111 1111 1112", "12 / 39", "123"]}
        problem={words.problems.card_number_invalid}
      />
      <div inert>
        <CardGroup network="amex" values={["3714 496353 98431", "12 / 39", "1234"]} />
      </div>
    </div>
  );
}

type GroupProps = { network?: CardNetwork; values?: readonly [string, string, string]; problem?: string };

function CardGroup({ network, values = ["", "", ""], problem }: GroupProps) {
  const id = useId();
  const { labels, hints } = words;
  const cells = [labels.card_number, labels.expiry, labels.cvc].map((label, index) => (
    <div key={label} className={fieldStyles.cell}>
      <label htmlFor={`${id}-${index}`} className={fieldStyles.label}>
        {label}
      </label>
      <input
        id={`${id}-${index}`}
        className={fieldStyles.input}
        defaultValue={values[index]}
        placeholder={index === 1 ? hints.expiry : undefined}
        aria-invalid={index === 0 && problem ? true : undefined}
        aria-describedby={index === 0 && problem ? `${id}-problem` : undefined}
        readOnly
      />
      {index === 0 && (
        <span className={cardStyles.mark}>
          <CardArt of={network ?? "generic"} size="field" />
        </span>
      )}
    </div>
  ));
  return (
    <div className={cardStyles.group}>
      <div className={cardStyles.cells}>{cells}</div>
      {problem && (
        <p id={`${id}-problem`} className={fieldStyles.error}>
          <Icon of={CircleAlert} />
          {problem}
        </p>
      )}
      <p className={fieldStyles.hint}>{network === "amex" ? hints.cvcFront : hints.cvcBack}</p>
    </div>
  );
}
