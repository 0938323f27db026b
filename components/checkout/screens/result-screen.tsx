"use client";

import { Check, Clock, type IconNode, X } from "lucide";
import { useEffect, useSyncExternalStore } from "react";
import type { Tone } from "@/components/ui/badge";
import button from "@/components/ui/button.module.css";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import { formatLocal } from "@/lib/format/dates";
import { fillIn } from "@/lib/kit/text/fill-in";
import type { Language } from "@/lib/reference/languages";
import { BankMessage } from "../bank-message";
import { MoneySentence } from "../money-state";
import { reportResult, useIsFramed } from "../session/parent-frame";
import type { Words } from "../words/en";
import { useWords } from "../words-context";
import { CardName, Facts, type HeadingRef, Screen } from "./screen";
import styles from "./screen.module.css";

/** How long the result is shown before the redirect to the shop. A result with a reason takes longer to read. */
const readingMs = 1_500;
const readingReasonMs = 3_000;
const readingMessageMs = 8_000;

type Props = { view: SessionView; headingRef: HeadingRef; amount: string };

export function ResultScreen({ view, headingRef, amount }: Props) {
  const { result: words, notices } = useWords();
  const { merchant, money, notice, result, shop_url } = view;
  const isFramed = useIsFramed();
  useHandOver(view);
  const isPayment = view.purpose !== "card_create";
  const kind = kindOf(view);
  const { tone, icon } = kinds[kind];
  const heading = words[kind === "left" ? "failed" : kind];
  const next = result?.redirect ?? shop_url;
  // The payer of a payment link returns to the receipt itself.
  const isReceiptNext = result?.redirect !== null && result?.redirect === result?.receipt;
  const link = isReceiptNext ? words.openReceipt : fillIn(words.link, { merchant: merchant.name });
  return (
    <Screen {...{ heading, headingRef, tone, icon }} amount={kind === "success" && isPayment && amount}>
      <MoneySentence money={money} after={heading} />
      {notice && <p>{notices[notice].title}.</p>}
      {kind === "expired" && <p>{words.again}</p>}
      {result?.mailed_to && <p>{fillIn(words.receipt, { email: result.mailed_to })}</p>}
      <BankMessage text={view.bank_message} />
      <ResultFacts view={view} amount={isPayment && amount} />
      {next && (
        <a
          href={next}
          className={`${button.primary} ${button.large}`}
          target={isFramed && !result?.redirect ? "_top" : undefined}
        >
          {link}
        </a>
      )}
      {result?.receipt && !isReceiptNext && (
        <p className={styles.note}>
          <a href={result.receipt} target="_blank" rel="noopener">
            {words.openReceipt}
          </a>
        </p>
      )}
      {(!result?.redirect || (kind === "success" && !isReceiptNext)) && (
        <p className={styles.note}>{result?.redirect ? words.going : fillIn(words.old, { merchant: merchant.name })}</p>
      )}
      {result?.redirect && (
        <noscript>
          <meta httpEquiv="refresh" content={`2; url=${result.redirect}`} />
        </noscript>
      )}
    </Screen>
  );
}

type Kind = keyof Pick<Words["result"], "success" | "failed" | "error" | "expired"> | "left";

const kinds: Record<Kind, { tone: Tone; icon: IconNode }> = {
  success: { tone: "success", icon: Check },
  expired: { tone: "warning", icon: Clock },
  left: { tone: "neutral", icon: X },
  failed: { tone: "danger", icon: X },
  error: { tone: "danger", icon: X },
};

/** A failure without a reason is one that the payer chose. */
function kindOf({ result, notice }: SessionView): Kind {
  const { status = "error", is_expired } = result ?? {};
  if (status !== "failed") return status;
  return is_expired ? "expired" : notice ? "failed" : "left";
}

function ResultFacts({ view, amount }: { view: SessionView; amount: string | false }) {
  const { facts, locale } = useWords();
  const { merchant, money, card, result } = view;
  const date = usePayerDate(result?.at ?? "", locale);
  const isPaid = result?.status === "success";
  return (
    <Facts
      facts={[
        [isPaid && amount ? facts.paidTo : facts.shop, merchant.name],
        [facts.card, isPaid && card && <CardName card={card} />],
        [facts.date, isPaid && date],
        [facts.notCharged, money === "not_charged" && amount],
        [facts.reference, amount && view.order_id],
      ]}
    />
  );
}

const never = () => () => {};

/** The time in the payer's zone. Without JavaScript the zone is unknown, so the page shows UTC and says so. */
function usePayerDate(at: string, language: Language): string {
  return useSyncExternalStore(
    never,
    () => formatLocal(at, language),
    () => `${formatLocal(at, language, "UTC")} UTC`,
  );
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
