"use client";

import { type ReactNode, useRef } from "react";
import { Notice } from "@/components/ui/notice";
import type { Language } from "@/lib/reference/languages";
import type { Simulation } from "@/lib/reference/simulation";
import styles from "./checkout.module.css";
import { Countdown } from "./countdown";
import { PayForm } from "./form/pay-form";
import { isAboutConnection } from "./form/summary";
import type { FormSettings } from "./form/use-pay-form";
import { Header, useIsOutOfSight } from "./header";
import { Kept } from "./kept";
import type { CountryLists } from "./places/country-lists";
import { SandboxDrawer } from "./sandbox/sandbox-drawer";
import { ChallengeScreen } from "./screens/challenge-screen";
import { ConfirmingScreen } from "./screens/confirming-screen";
import { ResultScreen } from "./screens/result-screen";
import { type PageLinks, pageLinks } from "./session/page-links";
import { useHeightReports } from "./session/parent-frame";
import { useIsWithin } from "./session/use-remaining";
import { TestBanner } from "./test-banner";
import { useCheckout } from "./use-checkout";
import type { Words } from "./words/en";
import { useWords, WordsProvider } from "./words-context";

export type CheckoutProps = FormSettings & {
  token: string;
  language: Language;
  words: Words;
  /** The debited amount as the page shows it. */
  amount: string;
  lists: CountryLists;
  /** Parts that only the server renders. Null in the script of the hosted page. */
  parts: { summary: ReactNode; footer: ReactNode } | null;
  /** Whether a shop's page frames this one. False if the browser does not say so. */
  isFramed: boolean;
  /** The simulated gateway behaviour of a sandbox session. Null for live sessions. */
  simulation: Simulation | null;
};

/** In the last minute, the countdown moves to the top of the form. */
const lastMinuteMs = 60_000;

/** The hosted payment page. It shows one screen, which depends on the session's state. */
export function Checkout(props: CheckoutProps) {
  const { token, language, words, amount, prefill, given, lists, parts, isFramed, simulation, today } = props;
  const checkout = useCheckout(token, props);
  const { session, form, screen, isPaying } = checkout;
  const { view } = session;
  const page = useRef<HTMLDivElement>(null);
  useHeightReports(page, view);
  const isForm = screen === "form";
  const isAmountOut = useIsOutOfSight('[data-testid="order-total"]', isForm);
  const isUrgent = useIsWithin(session, lastMinuteMs);
  const links = pageLinks(session.base, language);
  const moreTime = view.can_extend && !isPaying && { action: links.extend, onAsk: checkout.extend };
  const countdown = isForm && <Countdown received={session} isPaying={isPaying} moreTime={moreTime} />;
  const isInShop = isFramed && view.method === "3co_simple";
  return (
    <WordsProvider value={words}>
      <div
        ref={page}
        className={styles.page}
        lang={language}
        data-testid="checkout"
        data-state={view.state}
        data-screen={screen}
        data-in-shop={isInShop || undefined}
        data-method={view.method}
        data-purpose={view.purpose}
      >
        {simulation && <TestBanner />}
        <div className={styles.content}>
          <div className={styles.panel}>
            <Header
              view={view}
              headingRef={isForm ? checkout.headingRef : null}
              amount={amount}
              isInShop={isInShop}
              isCompact={screen === "challenge" || isAmountOut}
            >
              {!isUrgent && countdown}
            </Header>
            <Kept className={styles.summary} hidden={!isForm && screen !== "challenge"}>
              {parts?.summary}
            </Kept>
          </div>
          <div className={styles.column}>
            <main aria-labelledby="heading">
              <Connection
                isOffline={session.isOffline && !isAboutConnection(checkout.summary)}
                isUnsent={isForm && !isPaying}
              />
              {isUrgent && countdown}
              {screen !== "result" && (
                <PayForm
                  {...{ view, prefill, given, lists, form, links, language, isPaying, isShown: isForm }}
                  {...{ summary: checkout.summary, summaryRef: checkout.summaryRef, amount }}
                  isBusy={checkout.isBusy}
                  isLost={session.isOffline && isPaying}
                  countdown={isInShop && !isUrgent && countdown}
                  {...{ hasFailed: checkout.hasFailed, onPay: checkout.pay, onLeave: checkout.leave }}
                />
              )}
              <OtherScreen checkout={checkout} links={links} amount={amount} />
            </main>
            {simulation && <SandboxDrawer {...{ token, session, form, today, isForm, simulation }} />}
          </div>
          <Kept className={styles.footer} inert={isPaying}>
            {parts?.footer}
          </Kept>
        </div>
      </div>
    </WordsProvider>
  );
}

type OtherProps = { checkout: ReturnType<typeof useCheckout>; links: PageLinks; amount: string };

function OtherScreen({ checkout, links, amount }: OtherProps) {
  const { session, screen, headingRef, hasFailed, cancel } = checkout;
  switch (screen) {
    case "form":
      return null;
    case "confirming":
      return <ConfirmingScreen {...{ view: session.view, links, headingRef, amount }} />;
    case "challenge":
      return <ChallengeScreen {...{ session, links, headingRef, hasFailed, onCancel: cancel }} />;
    case "result":
      return <ResultScreen {...{ view: session.view, headingRef, amount }} />;
  }
}

/**
 * A warning that the connection is lost and the page may be out of date. Every screen shows it, unless a message about
 * Pay says so.
 */
function Connection({ isOffline, isUnsent }: { isOffline: boolean; isUnsent: boolean }) {
  const { page } = useWords();
  return (
    <div role="status" className={styles.connection}>
      {isOffline && (
        <Notice tone="warning" title={page.offline}>
          <p>{isUnsent ? page.reconnect : page.retrying}</p>
        </Notice>
      )}
    </div>
  );
}
