import type { ComponentProps } from "react";
import { amountsOf } from "@/components/checkout/shown-details";
import { wordsOf } from "@/components/checkout/words/words-of";
import { CodeGroup } from "@/components/code/code-group";
import { SiteFooter } from "@/components/site/site-footer";
import { SiteHeader } from "@/components/site/site-header";
import buttons from "@/components/ui/button.module.css";
import { CheckoutPicture } from "./checkout-picture";
import { Feature } from "./feature";
import styles from "./landing.module.css";
import { LinkPoster } from "./link-poster";
import { PaymentsPicture } from "./payments-picture";
import { Prices } from "./prices";
import { Reasons, Security } from "./tiles";

const currencies = [
  ["TTD", "Trinidad dollar"],
  ["JMD", "Jamaican dollar"],
  ["BBD", "Barbados dollar"],
  ["XCD", "East Caribbean dollar"],
  ["GYD", "Guyanese dollar"],
  ["USD", "US dollar"],
] as const;

const sections = {
  links: {
    id: "payment-links",
    title: "No website? Share a link",
    text: "Describe what you sell and name its price. Send the link by WhatsApp or print its QR code. Your customer pays on our page and gets a receipt.",
    points: ["A fixed price, or one the customer chooses", "Once, a few times or without a limit", "No code"],
    next: { label: "Read about payment links", href: "/docs/payment-links" },
  },
  request: {
    id: "first-request",
    title: "Your first payment is one request away",
    text: "No key, no library. Copy the request, open the URL and pay with a test card.",
    points: [
      "Samples in Node.js, PHP, Python and curl",
      "Signed webhooks with retries",
      "A sandbox with 3DS, declines and time-outs",
    ],
    next: { label: "Open the quick start", href: "/docs/quick-start" },
  },
  dashboard: {
    id: "dashboard",
    title: "See and manage every payment",
    text: "The dashboard shows what was paid, what failed and why. Find a payment by the reference on the customer’s receipt.",
    points: ["Refunds in full or in part", "Withdrawals to your bank account", "Exports for your bookkeeping"],
    next: { label: "Create an account", href: "/dashboard/sign-up" },
  },
};

export type LandingProps = {
  isSandbox: boolean;
  /** The QR code on the poster of a payment link, as an SVG. */
  qrCode: string;
  /** The order on the picture of the checkout page. */
  view: ComponentProps<typeof CheckoutPicture>["view"];
  firstRequest: Pick<ComponentProps<typeof CodeGroup>, "samples" | "answer">;
  prices: ComponentProps<typeof Prices>["prices"];
};

export function LandingPage({ isSandbox, qrCode, view, firstRequest, prices }: LandingProps) {
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
                Send us the order, or share a link. Your customer pays on a page in your colours. You get a result you
                can verify.
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
          <Feature {...sections.links}>
            <LinkPoster merchant={view.merchant.name} qrCode={qrCode} />
          </Feature>
          <Feature {...sections.request}>
            <CodeGroup name="first-request" {...firstRequest} />
          </Feature>
          <Feature {...sections.dashboard}>
            <PaymentsPicture />
          </Feature>
          <Security />
          <Prices prices={prices} />
        </div>
      </main>
      <SiteFooter isSandbox={isSandbox} />
    </div>
  );
}
