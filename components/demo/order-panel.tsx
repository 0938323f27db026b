import { Fragment } from "react";
import { Disclosure } from "@/components/ui/sections/disclosure";
import { Unseen } from "@/components/ui/unseen";
import unseen from "@/components/ui/unseen.module.css";
import { type CardNetwork, cardNetworks } from "@/lib/reference/card-networks";
import { CardArt } from "../ui/brand/card-art";
import buttons from "../ui/button.module.css";
import fields from "../ui/form/field.module.css";
import { Notice } from "../ui/notice";
import styles from "./order-panel.module.css";
import { type PaymentChoices, PaymentOptions } from "./payment-options";

export type OrderPanelProps = {
  sums: OrderSums | null;
  ways: { value: string; label: string }[];
  way: string;
  isEmpty: boolean;
  /** The origins of the gateways' emulators, if the payment is live. */
  emulators: readonly string[];
  payment: PaymentChoices;
};

const accepted: readonly CardNetwork[] = ["visa", "mastercard", "amex", "discover"];

/** The order, its total and the way to pay. */
export function OrderPanel({ sums, ways, way, isEmpty, emulators, payment }: OrderPanelProps) {
  return (
    <section id="order" aria-labelledby="order-title" className={styles.panel}>
      <h2 id="order-title">Your order</h2>
      {isEmpty && <Notice tone="danger" title="Your cart is empty. Add a product, then check out." />}
      {sums ? <OrderLines {...sums} /> : !isEmpty && <p className={styles.nothing}>Your cart is empty.</p>}
      <button type="submit" className={`${buttons.primary} ${buttons.large} ${styles.pay}`}>
        Check out
      </button>
      {emulators.length > 0 && (
        <Notice tone="neutral">
          <p>
            This payment is live, at a gateway emulator. Each control page lists its cards:{" "}
            {emulators.map((origin, index) => (
              <Fragment key={origin}>
                {index > 0 && ", "}
                <a href={`${origin}/emulator`}>{new URL(origin).host}</a>
              </Fragment>
            ))}
          </p>
        </Notice>
      )}
      <ul className={styles.cards}>
        {accepted.map((network) => (
          <li key={network}>
            <CardArt of={network} />
            <Unseen>{cardNetworks[network].name}</Unseen>
          </li>
        ))}
      </ul>
      <Disclosure summary="Other ways to integrate" className={styles.more} isOpen>
        <fieldset className={styles.ways}>
          <legend className={unseen.unseen}>Way to integrate</legend>
          {ways.map(({ value, label }) => (
            <label key={value} className={fields.choice}>
              <input type="radio" name="way" value={value} defaultChecked={value === way} />
              {label}
            </label>
          ))}
        </fieldset>
      </Disclosure>
      <Disclosure summary="Payment request" className={styles.more}>
        <PaymentOptions {...payment} />
      </Disclosure>
    </section>
  );
}

type OrderSums = {
  lines: { name: string; quantity: number; price: string }[];
  delivery: { label: string; price: string };
  total: string;
};

export function OrderLines({ lines, delivery, total }: OrderSums) {
  return (
    <dl className={styles.lines}>
      {lines.map(({ name, quantity, price }) => (
        <div key={name}>
          <dt>
            {quantity} × {name}
          </dt>
          <dd>{price}</dd>
        </div>
      ))}
      <div className={styles.delivery}>
        <dt>{delivery.label}</dt>
        <dd>{delivery.price}</dd>
      </div>
      <div className={styles.total}>
        <dt>Total</dt>
        <dd>{total}</dd>
      </div>
    </dl>
  );
}
