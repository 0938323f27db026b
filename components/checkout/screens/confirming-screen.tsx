"use client";

import type { SessionView } from "@/lib/checkout/page/view-contract";
import { WaitingIcon } from "../icons";
import { MoneySentence } from "../money-state";
import type { PageLinks } from "../session/page-links";
import { useIsFramed } from "../session/parent-frame";
import { useWords } from "../words-context";
import { type HeadingRef, Screen } from "./screen";
import styles from "./screen.module.css";

const longMs = 60_000;

type Props = { view: SessionView; links: PageLinks; headingRef: HeadingRef };

/** The screen while the result of the payment is unknown. The page says so and keeps polling. */
export function ConfirmingScreen({ view, links, headingRef }: Props) {
  const { confirming, actions } = useWords();
  const isFramed = useIsFramed();
  const isLong = view.confirming_ms >= longMs;
  return (
    <Screen heading={confirming.heading} headingRef={headingRef} icon={<WaitingIcon />}>
      <MoneySentence money={view.money} />
      <p role="status">{isLong ? confirming.long : confirming.wait}</p>
      {isLong && (
        <a href={view.shop_url} className={styles.link} target={isFramed ? "_top" : undefined}>
          {actions.leave}
        </a>
      )}
      <noscript>
        <meta httpEquiv="refresh" content="3" />
        <a href={links.here} className={styles.link}>
          {confirming.reload}
        </a>
      </noscript>
    </Screen>
  );
}
