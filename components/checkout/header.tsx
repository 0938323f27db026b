"use client";

import type { SessionView } from "@/lib/checkout/page/view-contract";
import { fillIn } from "@/lib/kit/text/fill-in";
import styles from "./header.module.css";
import type { HeadingRef } from "./screens/screen";
import { useWords } from "./words-context";

type Props = { view: SessionView; headingRef: HeadingRef | null };

/** The merchant's picture and name, and the order id. On the form, the name is in the page's main heading. */
export function Header({ view, headingRef }: Props) {
  const { page } = useWords();
  const { name, picture } = view.merchant;
  return (
    <header className={styles.header}>
      {picture ? (
        // biome-ignore lint/performance/noImgElement: our pictures are already optimised, and next/image would add script
        <img className={styles.picture} src={picture} width={40} height={40} alt="" />
      ) : (
        <span className={styles.initial} aria-hidden="true">
          {[...name][0]?.toUpperCase()}
        </span>
      )}
      <div className={styles.names}>
        {headingRef ? (
          <h1 ref={headingRef} id="heading" tabIndex={-1}>
            {fillIn(page.heading, { merchant: name })}
          </h1>
        ) : (
          <p className={styles.merchant}>{name}</p>
        )}
        {view.purpose !== "card_create" && (
          <p className={styles.order}>{fillIn(page.order, { order: view.order_id })}</p>
        )}
      </div>
    </header>
  );
}
