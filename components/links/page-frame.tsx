import type { ReactNode } from "react";
import page from "@/components/checkout/checkout.module.css";
import { Footer } from "@/components/checkout/footer";
import header from "@/components/checkout/header.module.css";
import { MerchantTile } from "@/components/checkout/merchant-tile";
import { TestBanner } from "@/components/checkout/test-banner";
import { wordsOf } from "@/components/checkout/words/words-of";
import { WordsProvider } from "@/components/checkout/words-context";
import type { MerchantView } from "@/lib/checkout/page/view-contract";
import type { Language } from "@/lib/reference/languages";
import type { Environment } from "@/lib/reference/platforms";
import styles from "./page-frame.module.css";

type Props = {
  language: Language;
  merchant: MerchantView;
  environment: Environment;
  /** What the payer buys: beside the main part on a wide screen, above it on a phone. */
  summary?: ReactNode;
  children: ReactNode;
};

/** The look of the checkout around a page of ours that a merchant's payer opens. */
export function PageFrame({ language, merchant, environment, summary, children }: Props) {
  return (
    <WordsProvider value={wordsOf(language)}>
      <div className={`${page.page} ${styles.page}`} lang={language} data-method="credit_card_co">
        {environment === "sandbox" && <TestBanner />}
        <div className={page.content}>
          <div className={page.panel}>
            <header className={header.header}>
              <div className={header.merchant}>
                <MerchantTile merchant={merchant} />
                <p className={header.name}>{merchant.name}</p>
              </div>
            </header>
            {summary && (
              <section className={styles.summary} aria-labelledby="heading">
                {summary}
              </section>
            )}
          </div>
          <div className={page.column}>
            <main aria-labelledby="heading">{children}</main>
          </div>
          <Footer support={merchant.support} language={language} />
        </div>
      </div>
    </WordsProvider>
  );
}
