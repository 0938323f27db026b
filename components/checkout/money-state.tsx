"use client";

import unseen from "@/components/ui/unseen.module.css";
import type { MoneyState } from "@/lib/reference/stored-values";
import styles from "./money-state.module.css";
import { useWords } from "./words-context";

/**
 * The sentence that states whether money moved. Every screen has it. If it begins with the heading that stands directly
 * `after`, only the rest is visible.
 */
export function MoneySentence({ money, after = "" }: { money: MoneyState; after?: string }) {
  const sentence = useWords().money[money];
  const said = after && sentence.startsWith(`${after}.`) ? `${after}. ` : "";
  const rest = sentence.slice(said.length);
  return (
    <p data-testid="money-state" className={rest ? styles.sentence : unseen.unseen}>
      {said ? <span className={unseen.unseen}>{said.slice(0, sentence.length)}</span> : null}
      {rest}
    </p>
  );
}
