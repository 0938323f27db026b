"use client";

import { type ReactNode, useEffect, useState } from "react";
import unseen from "@/components/ui/unseen.module.css";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import { fillIn, fillInOrder } from "@/lib/kit/text/fill-in";
import styles from "./header.module.css";
import { MerchantTile } from "./merchant-tile";
import type { HeadingRef } from "./screens/screen";
import { useWords } from "./words-context";

type Props = {
  view: SessionView;
  headingRef: HeadingRef | null;
  amount: string;
  /** Inside a shop's page, which names the shop itself. */
  isInShop: boolean;
  /** On a phone the merchant's row shows the amount: the large amount has left the screen, or there is none. */
  isCompact: boolean;
  /** The remaining time: at the end of the row on a phone, below the order summary otherwise. */
  children: ReactNode;
};

/** The merchant's picture and name, and the order id. On the form, the name is in the page's main heading. */
export function Header({ view, headingRef, amount, isInShop, isCompact, children }: Props) {
  const { page } = useWords();
  const { name } = view.merchant;
  const heading = headingRef && <FormHeading {...{ headingRef, name, amount }} />;
  if (isInShop) {
    return (
      heading && (
        <section aria-labelledby="heading" className={unseen.unseen}>
          {heading}
        </section>
      )
    );
  }
  return (
    <header className={styles.header} data-compact={isCompact || undefined}>
      <div className={styles.merchant}>
        <MerchantTile merchant={view.merchant} />
        <div>
          {heading ?? <p className={styles.name}>{name}</p>}
          {view.purpose !== "card_create" && (
            <p className={styles.order}>{view.title ?? fillInOrder(page.order, view.order_id)}</p>
          )}
        </div>
      </div>
      <div className={styles.slot}>
        <p className={styles.amount} aria-hidden="true">
          {amount}
        </p>
        {children}
      </div>
    </header>
  );
}

type HeadingProps = { headingRef: HeadingRef; name: string; amount: string };

/** Shows the merchant's name. Screen readers read the whole heading, such as "Pay Doubles & Co., TTD 12.05". */
function FormHeading({ headingRef, name, amount }: HeadingProps) {
  const { page } = useWords();
  const [before, after = ""] = page.heading.split("{merchant}");
  return (
    <h1 ref={headingRef} id="heading" tabIndex={-1} className={styles.name}>
      <span className={unseen.unseen}>{before}</span>
      {name}
      <span className={unseen.unseen}>{fillIn(after, { amount })}</span>
    </h1>
  );
}

/** The height of the merchant's row when it sticks to the top. */
const barHeight = "-56px";

/** Whether the shown element has left the screen or is behind the merchant's row. False until JavaScript runs. */
export function useIsOutOfSight(selector: string, isShown: boolean): boolean {
  const [isOut, setIsOut] = useState(false);
  useEffect(() => {
    const element = isShown && document.querySelector(selector);
    if (!element) return setIsOut(false);
    const observer = new IntersectionObserver(([entry]) => setIsOut(entry?.isIntersecting === false), {
      rootMargin: `${barHeight} 0px 0px`,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [selector, isShown]);
  return isOut;
}
