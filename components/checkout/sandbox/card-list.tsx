"use client";

import { cvcLengthOf, type Month } from "@/lib/checkout/page/card-fields";
import { groupDigits } from "@/lib/reference/card-networks";
import { type TestCard, testCards } from "@/lib/reference/test-cards";
import { readFields } from "../form/pay-fields";
import type { PayFormControl } from "../form/use-pay-form";
import styles from "./sandbox.module.css";

const groups: Record<TestCard["group"], string> = {
  approve: "Approved",
  decline: "Declined",
  avs: "Address check",
  "3ds": "3-D Secure (code 123456)",
  fault: "Gateway faults",
};

type Props = { form: PayFormControl; today: Month };

/** A security code for every test card. Cards with a three-digit code use its first three digits. */
const code = "1234";

/** The test cards. A click on one fills in the card fields of the form and keeps all other input. */
export function CardList({ form, today }: Props) {
  const fill = (number: string) => {
    const hasName = form.ref.current !== null && readFields(form.ref.current).card_name !== undefined;
    form.fill({
      card_number: groupDigits(number),
      expiry: `12/${String(today.year + 3).slice(-2)}`,
      cvc: code.slice(0, cvcLengthOf({ card_number: number })),
      ...(!hasName && { card_name: "Test Customer" }),
    });
  };
  return (
    <section>
      <h2>Test cards</h2>
      {Object.entries(groups).map(([group, title]) => (
        <div key={group}>
          <h3>{title}</h3>
          <ul className={styles.cards}>
            {testCards
              .filter((card) => card.group === group)
              .map(({ number, label }) => (
                <li key={number}>
                  <button type="button" className={styles.card} onClick={() => fill(number)}>
                    <span className={styles.number}>{groupDigits(number)}</span> <span>{label}</span>
                  </button>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

/** A button that fills in a security code. For a stored card, the page asks for the security code only. */
export function CodeToTry({ form }: { form: PayFormControl }) {
  const length = cvcLengthOf({ card_number: "", card_network: form.network });
  return (
    <section>
      <h2>Stored card</h2>
      <div className={styles.buttons}>
        <button type="button" onClick={() => form.fill({ cvc: code.slice(0, length) })}>
          Fill in the code
        </button>
      </div>
    </section>
  );
}
