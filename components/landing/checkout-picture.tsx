"use client";

import { Lock } from "lucide";
import type { ReactNode } from "react";
import unseen from "@/components/ui/unseen.module.css";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import { fillIn } from "@/lib/kit/text/fill-in";
import { networkCodes } from "@/lib/reference/card-networks";
import card from "../checkout/card/card.module.css";
import { Cell } from "../checkout/form/field";
import field from "../checkout/form/field.module.css";
import form from "../checkout/form/pay-form.module.css";
import { Header } from "../checkout/header";
import { OrderSummary } from "../checkout/order-summary";
import type { Amounts } from "../checkout/shown-details";
import type { Words } from "../checkout/words/en";
import { WordsProvider } from "../checkout/words-context";
import { CardArt } from "../ui/brand/card-art";
import { Wordmark } from "../ui/brand/mark";
import buttons from "../ui/button.module.css";
import { Icon } from "../ui/icon";
import styles from "./checkout-picture.module.css";

type Props = { view: SessionView; amounts: Amounts; words: Words };

/**
 * A picture of the checkout page, made of its own parts and with a card entered. The server renders it, and nothing in
 * it can be used. Screen readers get its caption only.
 */
export function CheckoutPicture({ view, amounts, words }: Props) {
  const { page, sections, actions } = words;
  return (
    <WordsProvider value={words}>
      <figure className={styles.figure}>
        <figcaption className={unseen.unseen}>
          The checkout page of {view.merchant.name}, with a card entered and a button to pay {amounts.amount}
        </figcaption>
        <div className={styles.page} aria-hidden="true">
          <div className={styles.summary}>
            <Header view={view} headingRef={null} amount={amounts.amount} isInShop={false} isCompact={false}>
              {null}
            </Header>
            <OrderSummary view={view} amounts={amounts} />
            <p className={styles.secured}>
              {page.secured} <Wordmark quiet />
            </p>
          </div>
          <div className={styles.form}>
            <div className={`${form.head} ${styles.head}`}>
              <p>{sections.card}</p>
              <span className={card.accepted}>
                {networkCodes.map((code) => (
                  <CardArt key={code} of={code} />
                ))}
              </span>
            </div>
            <div className={card.group}>
              <div className={card.cells}>
                <Filled name="card_number" value="4111 1111 1111 1111">
                  <span className={card.mark}>
                    <CardArt of="visa" size="field" />
                  </span>
                </Filled>
                <Filled name="expiry" value="12 / 29" />
                <Filled name="cvc" value="•••" />
              </div>
            </div>
            <Filled name="card_name" value="Kerwin Baptiste" />
            <span className={`${buttons.primary} ${buttons.large} ${styles.pay}`}>
              <Icon of={Lock} />
              {fillIn(actions.pay, { amount: amounts.amount })}
            </span>
            <p className={form.after}>{fillIn(page.charged, { amount: amounts.amount })}</p>
          </div>
        </div>
      </figure>
    </WordsProvider>
  );
}

type FilledProps = { name: "card_number" | "expiry" | "cvc" | "card_name"; value: string; children?: ReactNode };

const Filled = ({ name, value, children }: FilledProps) => (
  <Cell field={{ name, isRequired: true, problem: undefined }}>
    <input
      id={`field-${name}`}
      defaultValue={value}
      className={field.input}
      readOnly
      tabIndex={-1}
      autoComplete="off"
    />
    {children}
  </Cell>
);
