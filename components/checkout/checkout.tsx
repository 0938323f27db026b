"use client";

import { useRef } from "react";
import type { Language } from "@/lib/reference/languages";
import type { Simulation } from "@/lib/reference/simulation";
import styles from "./checkout.module.css";
import { Countdown } from "./countdown";
import { Footer } from "./footer";
import type { CountryLists } from "./form/country-lists";
import { PayForm } from "./form/pay-form";
import type { FormSettings } from "./form/use-pay-form";
import { Header } from "./header";
import { OrderSummary } from "./order-summary";
import { SandboxDrawer } from "./sandbox/sandbox-drawer";
import { ChallengeScreen } from "./screens/challenge-screen";
import { ConfirmingScreen } from "./screens/confirming-screen";
import { ResultScreen } from "./screens/result-screen";
import { type PageLinks, pageLinks } from "./session/page-links";
import { useHeightReports } from "./session/parent-frame";
import { useCheckout } from "./use-checkout";
import type { Words } from "./words/en";
import { useWords, WordsProvider } from "./words-context";

export type CheckoutProps = FormSettings & {
  token: string;
  language: Language;
  words: Words;
  lists: CountryLists;
  /** The simulated gateway behaviour of a sandbox session. Null for live sessions. */
  simulation: Simulation | null;
};

/** The hosted payment page. It shows one screen, which depends on the session's state. */
export function Checkout(props: CheckoutProps) {
  const { token, language, words, prefill, lists, simulation, today } = props;
  const checkout = useCheckout(token, props);
  const { session, form, screen } = checkout;
  const { view } = session;
  const page = useRef<HTMLDivElement>(null);
  useHeightReports(page, view);
  const isForm = screen === "form";
  const links = pageLinks(session.base, language);
  return (
    <WordsProvider value={words}>
      <div
        ref={page}
        className={styles.page}
        lang={language}
        data-testid="checkout"
        data-state={view.state}
        data-method={view.method}
        data-purpose={view.purpose}
      >
        {simulation && <TestBanner />}
        <div className={styles.content}>
          <Header view={view} headingRef={isForm ? checkout.headingRef : null} />
          <OrderSummary view={view} />
          <main className={styles.main} aria-labelledby="heading">
            <ConnectionLine isOffline={session.isOffline} isUnsent={isForm && !checkout.isPaying} />
            {isForm && <Countdown received={session} isPaying={checkout.isPaying} />}
            {screen !== "result" && (
              <PayForm
                {...{ view, prefill, lists, form, links, language, isShown: isForm }}
                {...{ summary: checkout.summary, summaryRef: checkout.summaryRef, isPaying: checkout.isPaying }}
                isBusy={checkout.isBusy}
                {...{ hasFailed: checkout.hasFailed, onPay: checkout.pay, onLeave: checkout.leave }}
              />
            )}
            <OtherScreen checkout={checkout} links={links} />
          </main>
          {simulation && <SandboxDrawer {...{ token, session, form, today, isForm, simulation }} />}
          <Footer view={view} language={language} />
        </div>
      </div>
    </WordsProvider>
  );
}

function OtherScreen({ checkout, links }: { checkout: ReturnType<typeof useCheckout>; links: PageLinks }) {
  const { session, screen, headingRef, hasFailed, cancel } = checkout;
  switch (screen) {
    case "form":
      return null;
    case "confirming":
      return <ConfirmingScreen {...{ view: session.view, links, headingRef }} />;
    case "challenge":
      return <ChallengeScreen {...{ session, links, headingRef, hasFailed, onCancel: cancel }} />;
    case "result":
      return <ResultScreen view={session.view} headingRef={headingRef} />;
  }
}

/** A warning that the connection is lost and the page may be out of date. Every screen shows it. */
function ConnectionLine({ isOffline, isUnsent }: { isOffline: boolean; isUnsent: boolean }) {
  const { page } = useWords();
  return (
    <p role="status" className={styles.connection}>
      {isOffline && (isUnsent ? page.offlineUnsent : page.offline)}
    </p>
  );
}

function TestBanner() {
  const { page } = useWords();
  return (
    <aside className={styles.test}>
      <p>{page.test}</p>
    </aside>
  );
}
