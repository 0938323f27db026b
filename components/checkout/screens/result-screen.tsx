"use client";

import { useEffect } from "react";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import { fillIn } from "@/lib/kit/text/fill-in";
import { BankMessage } from "../bank-message";
import { DoneIcon, NotDoneIcon } from "../icons";
import { MoneySentence } from "../money-state";
import { reportResult, useIsFramed } from "../session/parent-frame";
import type { Words } from "../words/en";
import { useWords } from "../words-context";
import { type HeadingRef, Screen } from "./screen";
import styles from "./screen.module.css";

/** How long the result is shown before the redirect to the shop. A result with a reason takes longer to read. */
const readingMs = 1_500;
const readingReasonMs = 3_000;
const readingMessageMs = 8_000;

export function ResultScreen({ view, headingRef }: { view: SessionView; headingRef: HeadingRef }) {
  const { result: words, notices } = useWords();
  const { merchant, money, notice, result, shop_url } = view;
  const isFramed = useIsFramed();
  useHandOver(view);
  const isDone = result?.status === "success";
  return (
    <div className={isDone ? styles.done : styles.notDone}>
      <Screen heading={headingOf(view, words)} headingRef={headingRef} icon={isDone ? <DoneIcon /> : <NotDoneIcon />}>
        {notice && <p className={styles.reason}>{notices[notice].title}</p>}
        <MoneySentence money={money} />
        <BankMessage text={view.bank_message} />
        {result && result.redirect === null && (
          <>
            <p>{fillIn(words.old, { merchant: merchant.name })}</p>
            <a href={shop_url} className={styles.link} target={isFramed ? "_top" : undefined}>
              {fillIn(words.link, { merchant: merchant.name })}
            </a>
          </>
        )}
        {result?.redirect && (
          <>
            <p>{fillIn(words.going, { merchant: merchant.name })}</p>
            <a href={result.redirect} className={styles.link}>
              {fillIn(words.link, { merchant: merchant.name })}
            </a>
            <noscript>
              <meta httpEquiv="refresh" content={`2; url=${result.redirect}`} />
            </noscript>
          </>
        )}
      </Screen>
    </div>
  );
}

function headingOf({ result }: SessionView, words: Words["result"]): string {
  if (result?.status === "success") return words.success;
  if (result?.status === "error") return words.error;
  return result?.is_expired ? words.expired : words.failed;
}

/** Reports the result to the shop's page, then redirects to the shop. The back button skips this page. */
function useHandOver({ result, notice, bank_message, frame_origins, transaction_id }: SessionView): void {
  const origins = frame_origins.join(" ");
  const { status, redirect } = result ?? {};
  const waitMs = bank_message ? readingMessageMs : notice ? readingReasonMs : readingMs;
  useEffect(() => {
    if (!status || !redirect) return;
    const timer = setTimeout(async () => {
      await reportResult(origins.split(" "), { status, transaction_id });
      location.replace(redirect);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [status, redirect, waitMs, transaction_id, origins]);
}
