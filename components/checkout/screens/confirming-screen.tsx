"use client";

import { Hourglass, RefreshCw } from "lucide";
import button from "@/components/ui/button.module.css";
import { Icon } from "@/components/ui/icon";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import { fillIn } from "@/lib/kit/text/fill-in";
import { MoneySentence } from "../money-state";
import type { PageLinks } from "../session/page-links";
import { useIsFramed } from "../session/parent-frame";
import { useWords } from "../words-context";
import { CardName, Facts, type HeadingRef, Screen } from "./screen";

const longMs = 60_000;

type Props = { view: SessionView; links: PageLinks; headingRef: HeadingRef; amount: string };

/** The screen while the result of the payment is unknown. The page says so and keeps polling. */
export function ConfirmingScreen({ view, links, headingRef, amount }: Props) {
  const { confirming, facts, result } = useWords();
  const { merchant, card } = view;
  const isPayment = view.purpose !== "card_create";
  const isFramed = useIsFramed();
  const isLong = view.confirming_ms >= longMs;
  const { heading } = confirming;
  return (
    <Screen {...{ heading, headingRef }} tone="info" icon={Hourglass} amount={isPayment && amount}>
      <MoneySentence money={view.money} after={heading} />
      <p role="status">{isLong ? confirming.long : confirming.wait}</p>
      <Facts
        facts={[
          [facts.shop, merchant.name],
          [facts.card, card && <CardName card={card} />],
          [facts.reference, isPayment && view.order_id],
        ]}
      />
      <a href={links.here} className={`${button.secondary} ${button.large}`}>
        <Icon of={RefreshCw} />
        {confirming.reload}
      </a>
      {isLong && view.shop_url && (
        <a href={view.shop_url} className={`${button.quiet} ${button.large}`} target={isFramed ? "_top" : undefined}>
          {fillIn(result.link, { merchant: merchant.name })}
        </a>
      )}
      <noscript>
        <meta httpEquiv="refresh" content="3" />
      </noscript>
    </Screen>
  );
}
