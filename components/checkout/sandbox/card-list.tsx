"use client";

import { CardArt } from "@/components/ui/brand/card-art";
import { cvcLengthOf, type Month } from "@/lib/checkout/page/card-fields";
import { detectNetwork, groupDigits } from "@/lib/reference/card-networks";
import { type TestCard, testCards, testCode, testFields } from "@/lib/reference/test-cards";
import { readFields } from "../form/pay-fields";
import type { PayFormControl } from "../form/use-pay-form";
import styles from "./drawer.module.css";
import type { Report } from "./report";

const groups: Record<TestCard["group"], string> = {
  approve: "Test cards: click one to fill the form",
  decline: "Declined cards",
  avs: "Address check",
  "3ds": "3-D Secure (code 123456)",
  fault: "Gateway faults",
};

type Props = { form: PayFormControl; today: Month; report: Report };

/** The test cards. A click on one fills in the card fields of the form and keeps all other input. */
export function CardList({ form, today, report }: Props) {
  const fill = (card: TestCard, button: Element) => {
    const hasName = form.ref.current !== null && readFields(form.ref.current).card_name !== undefined;
    const fields = testFields(card, today);
    form.fill({ ...fields, ...(!hasName && { card_name: "Test Customer" }) });
    report(`${fields.card_number} is in the form. ${resultOf(card)}.`);
    leadToPay(form, button);
  };
  return (
    <section>
      {Object.entries(groups).map(([group, title]) => (
        <div key={group}>
          <h2 className={styles.title}>{title}</h2>
          <ul className={styles.cards}>
            {testCards
              .filter((card) => card.group === group)
              .map((card) => (
                <li key={card.number}>
                  <button
                    type="button"
                    className={styles.card}
                    onClick={({ currentTarget }) => fill(card, currentTarget)}
                  >
                    <CardArt of={detectNetwork(card.number) ?? "generic"} />
                    <span className={styles.number}>{groupDigits(card.number)}</span>{" "}
                    <span className={styles.result}>{resultOf(card)}</span>
                  </button>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

/** The label without the network, which the artwork shows. */
const resultOf = ({ group, label }: TestCard): string => (group === "approve" ? "Approved" : label);

/** Shows the form and focuses Pay. On a phone, the drawer covers the form, so it closes. */
function leadToPay({ ref: { current: form } }: PayFormControl, button: Element): void {
  const drawer = button.closest("details");
  if (drawer && getComputedStyle(drawer).position === "fixed") drawer.open = false;
  form?.scrollIntoView({ block: "start" });
  form?.querySelector<HTMLElement>('[data-testid="pay"]')?.focus();
}

/** A button that fills in a security code. For a stored card, the page asks for the security code only. */
export function CodeToTry({ form, report }: Omit<Props, "today">) {
  const length = cvcLengthOf({ card_number: "", card_network: form.network });
  const fill = (button: Element) => {
    form.fill({ cvc: testCode.slice(0, length) });
    report("The security code is in the form.");
    leadToPay(form, button);
  };
  return (
    <section>
      <h2 className={styles.title}>Saved card</h2>
      <div className={styles.buttons}>
        <button type="button" onClick={({ currentTarget }) => fill(currentTarget)}>
          Fill in the code
        </button>
      </div>
    </section>
  );
}
