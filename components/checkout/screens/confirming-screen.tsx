"use client";

import { WaitingIcon } from "../icons";
import { MoneySentence } from "../money-state";
import type { Heard } from "../session/use-session";
import { useWords } from "../words-context";
import { type HeadingRef, Screen } from "./screen";
import styles from "./screen.module.css";

const longMs = 60_000;

/** The bank is being asked, and nobody knows the answer yet: the page says so and keeps asking. */
export function ConfirmingScreen({ heard, headingRef }: { heard: Heard; headingRef: HeadingRef }) {
  const { confirming, actions } = useWords();
  const { view, isOffline } = heard;
  const isLong = view.confirming_ms >= longMs;
  return (
    <Screen heading={confirming.heading} headingRef={headingRef} icon={<WaitingIcon />}>
      <MoneySentence money={view.money} />
      <p role="status">{isOffline ? confirming.offline : isLong ? confirming.long : confirming.wait}</p>
      {isLong && (
        <a href={view.shop_url} className={styles.link}>
          {actions.leave}
        </a>
      )}
      <noscript>
        <meta httpEquiv="refresh" content="3" />
        <a href="?" className={styles.link}>
          {confirming.reload}
        </a>
      </noscript>
    </Screen>
  );
}
