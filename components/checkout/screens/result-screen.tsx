"use client";

import { Check, Clock, type IconNode, X } from "lucide";
import type { MouseEvent } from "react";
import type { Tone } from "@/components/ui/badge";
import button from "@/components/ui/button.module.css";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import { formatIn, zoneNameOf } from "@/lib/format/dates";
import { fillIn } from "@/lib/kit/text/fill-in";
import { BankMessage } from "../bank-message";
import { MoneySentence } from "../money-state";
import { useIsFramed } from "../session/parent-frame";
import { useHandOver } from "../session/use-hand-over";
import type { Words } from "../words/en";
import { useWords } from "../words-context";
import { CardName, Facts, type HeadingRef, Screen } from "./screen";
import styles from "./screen.module.css";

type Props = { view: SessionView; headingRef: HeadingRef; amount: string };

export function ResultScreen({ view, headingRef, amount }: Props) {
  const { result: words, notices } = useWords();
  const { merchant, money, notice, result, shop_url } = view;
  const isFramed = useIsFramed();
  const { go, secondsLeft, keepOpen } = useHandOver(view);
  const goNow = (event: MouseEvent) => {
    event.preventDefault();
    void go();
  };
  const isPayment = view.purpose !== "card_create";
  const kind = kindOf(view);
  const { tone, icon } = kinds[kind];
  const heading = words[kind];
  const next = result?.redirect ?? shop_url;
  // The payer of a payment link returns to the receipt itself.
  const isReceiptNext = result?.redirect !== null && result?.redirect === result?.receipt;
  const back = view.back_to
    ? fillIn(words.back, { title: view.back_to })
    : fillIn(words.link, { merchant: merchant.name });
  const link = isReceiptNext ? words.openReceipt : back;
  return (
    <Screen {...{ heading, headingRef, tone, icon }} amount={kind === "success" && isPayment && amount}>
      <MoneySentence money={money} after={heading} />
      {notice && <p>{notices[notice].title}.</p>}
      {(kind === "expired" || kind === "left") && <p>{words.again}</p>}
      {result?.mailed_to && <p>{fillIn(words.receipt, { email: result.mailed_to })}</p>}
      {result?.receipt && !isReceiptNext && (
        <p>
          <a href={result.receipt} target="_blank" rel="noopener" onClick={keepOpen}>
            {words.openReceipt}
          </a>
        </p>
      )}
      <BankMessage text={view.bank_message} />
      <ResultFacts view={view} amount={isPayment && amount} />
      {next && (
        <a
          href={next}
          className={`${button.primary} ${button.large}`}
          data-testid="return"
          target={isFramed && !result?.redirect ? "_top" : undefined}
          onClick={result?.redirect ? goNow : undefined}
        >
          <span>
            {link}
            {secondsLeft !== null && <span aria-hidden="true"> ({secondsLeft})</span>}
          </span>
        </a>
      )}
      {!result?.redirect && <p className={styles.note}>{fillIn(words.old, { merchant: merchant.name })}</p>}
      {secondsLeft !== null && !isReceiptNext && <p className={styles.note}>{words.going}</p>}
      {result?.redirect && (
        <noscript>
          <meta httpEquiv="refresh" content={`2; url=${result.redirect}`} />
        </noscript>
      )}
    </Screen>
  );
}

type Kind = keyof Pick<Words["result"], "success" | "failed" | "error" | "expired" | "left">;

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
  const { merchant, money, card, result, time_zone } = view;
  const isPaid = result?.status === "success";
  return (
    <Facts
      facts={[
        [isPaid && amount ? facts.paidTo : facts.shop, merchant.name],
        [facts.card, isPaid && card && <CardName card={card} />],
        [facts.date, isPaid && `${formatIn(time_zone, result.at, locale)} ${zoneNameOf(time_zone, locale)}`],
        [facts.notCharged, money === "not_charged" && amount],
        [facts.reference, amount && view.order_id],
      ]}
    />
  );
}
