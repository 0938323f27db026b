"use client";

import type { SessionView } from "@/lib/checkout/page/view-contract";
import styles from "./order-summary.module.css";
import unseen from "./unseen.module.css";
import { useWords } from "./words-context";

/** The requested total, the added fee and the debited amount. For storing a card, the amount is the test charge. */
export function OrderSummary({ view }: { view: SessionView }) {
  const { summary } = useWords();
  const { currency, total, fee, purpose, method } = view;
  return (
    <section className={styles.summary} aria-labelledby="summary" data-method={method}>
      <h2 id="summary" className={unseen.unseen}>
        {summary.heading}
      </h2>
      <dl className={styles.lines}>
        {purpose !== "card_create" && (
          <>
            <div className={styles.line}>
              <dt>{summary.asked}</dt>
              <dd>{`${currency} ${total}`}</dd>
            </div>
            <div className={styles.line}>
              <dt>{summary.fee}</dt>
              <dd data-testid="order-fee">{`${currency} ${fee}`}</dd>
            </div>
          </>
        )}
        <div className={styles.sum}>
          <dt>{summary.total}</dt>
          <dd data-testid="order-total">
            <Amount view={view} />
          </dd>
        </div>
      </dl>
    </section>
  );
}

/** The debited amount. If the customer must look it up at the bank, asterisks hide it. Screen readers skip them. */
function Amount({ view: { currency, amount } }: { view: SessionView }) {
  const { summary } = useWords();
  if (!amount.includes("*")) return `${currency} ${amount}`;
  return (
    <>
      {`${currency} `}
      <span aria-hidden="true">{amount}</span>
      <span className={unseen.unseen}>{summary.hidden}</span>
    </>
  );
}
