"use client";

import unseen from "@/components/ui/unseen.module.css";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import styles from "./order-summary.module.css";
import { useWords } from "./words-context";

type Props = { view: SessionView; amounts: Record<"total" | "fee" | "amount", string> };

/** The requested total, the added fee and the debited amount. For storing a card, the amount is the test charge. */
export function OrderSummary({ view: { fee, purpose, method }, amounts }: Props) {
  const { summary } = useWords();
  const isSumLast = method === "3co_simple";
  const sum = (
    <dl className={styles.sum}>
      <dt>{summary.total}</dt>
      <dd data-testid="order-total">
        <Amount text={amounts.amount} />
      </dd>
    </dl>
  );
  return (
    <section className={styles.summary} aria-labelledby="summary">
      <h2 id="summary" className={unseen.unseen}>
        {summary.heading}
      </h2>
      <div className={styles.lines}>
        {!isSumLast && sum}
        {purpose !== "card_create" && (
          <dl className={styles.rows}>
            <div className={styles.row}>
              <dt>{summary.asked}</dt>
              <dd>{amounts.total}</dd>
            </div>
            {Number(fee) > 0 && (
              <div className={styles.row}>
                <dt>{summary.fee}</dt>
                <dd data-testid="order-fee">{amounts.fee}</dd>
              </div>
            )}
          </dl>
        )}
        {isSumLast && sum}
      </div>
    </section>
  );
}

const stars = "*.**";

/** The customer looks a micro-charge up at the bank, so asterisks hide it. Screen readers skip them. */
function Amount({ text }: { text: string }) {
  const { summary } = useWords();
  const [before, after] = text.split(stars);
  if (after === undefined) return text;
  return (
    <>
      {before}
      <span aria-hidden="true">{stars}</span>
      <span className={unseen.unseen}>{summary.hidden}</span>
      {after}
    </>
  );
}
