"use client";

import type { MoneyState } from "@/lib/checkout/vocabulary";
import styles from "./money-state.module.css";
import { useWords } from "./words-context";

/** The sentence that states whether money moved. Every screen shows it. */
export function MoneySentence({ money }: { money: MoneyState }) {
  const words = useWords();
  return (
    <p data-testid="money-state" className={`${styles.sentence} ${styles[money]}`}>
      {words.money[money]}
    </p>
  );
}
