import type { ComponentProps } from "react";
import { amountsOf } from "@/components/checkout/shown-details";
import { wordsOf } from "@/components/checkout/words/words-of";
import { SiteFooter } from "@/components/site/site-footer";
import { SiteHeader } from "@/components/site/site-header";
import buttons from "@/components/ui/button.module.css";
import { CheckoutPicture } from "./checkout-picture";
import { FirstRequest } from "./first-request";
import styles from "./landing.module.css";
import { Prices } from "./prices";
import { Reasons } from "./reasons";
import { SandboxCredentials } from "./sandbox-credentials";

const currencies = [
  ["TTD", "Trinidad dollar"],
  ["JMD", "Jamaican dollar"],
  ["BBD", "Barbados dollar"],
  ["XCD", "East Caribbean dollar"],
  ["GYD", "Guyanese dollar"],
  ["USD", "US dollar"],
] as const;

export type LandingProps = {
  isSandbox: boolean;
  origin: string;
  /** The order on the picture of the checkout page. */
  view: ComponentProps<typeof CheckoutPicture>["view"];
  firstRequest: ComponentProps<typeof FirstRequest>;
  prices: ComponentProps<typeof Prices>["prices"];
};

export function LandingPage({ isSandbox, origin, view, firstRequest, prices }: LandingProps) {
  return (
    <div className={styles.landing}>
      <div className={styles.header}>
        <SiteHeader isSandbox={isSandbox} />
      </div>
      <main>
        <div className={styles.top}>
          <div className={`${styles.inner} ${styles.hero}`}>
            <div>
              <h1>Card checkout for the Caribbean</h1>
              <p className={styles.lead}>
                Send us the order. Your customer pays on a page in your colours. You get a result you can verify.
              </p>
              <div className={styles.actions}>
                {isSandbox && (
                  <a href="/demo" className={buttons.primary}>
                    Try the demo shop
                  </a>
                )}
                <a href="/docs/quick-start" className={isSandbox ? buttons.secondary : buttons.primary}>
                  Read the quick start
                </a>
              </div>
              <p className={styles.countries}>Trinidad &amp; Tobago, Jamaica, Barbados, Guyana, Grenada</p>
            </div>
            <CheckoutPicture view={view} amounts={amountsOf(view, "en")} words={wordsOf("en")} />
          </div>
        </div>
        <div className={styles.strip}>
          <ul className={`${styles.inner} ${styles.currencies}`}>
            {currencies.map(([code, name]) => (
              <li key={code}>
                <strong>{code}</strong> {name}
              </li>
            ))}
          </ul>
        </div>
        <div className={`${styles.inner} ${styles.sections}`}>
          <Reasons />
          <FirstRequest {...firstRequest} />
          <Prices prices={prices} />
          {isSandbox && <SandboxCredentials origin={origin} />}
        </div>
      </main>
      <SiteFooter isSandbox={isSandbox} />
    </div>
  );
}
