import { amountsOf } from "@/components/checkout/shown-details";
import { wordsOf } from "@/components/checkout/words/words-of";
import { CheckoutPicture } from "@/components/landing/checkout-picture";
import { FirstRequest } from "@/components/landing/first-request";
import styles from "@/components/landing/landing.module.css";
import { Prices } from "@/components/landing/prices";
import { Reasons } from "@/components/landing/reasons";
import { SandboxCredentials } from "@/components/landing/sandbox-credentials";
import { SiteFooter } from "@/components/landing/site-footer";
import { SiteHeader } from "@/components/site-header";
import buttons from "@/components/ui/button.module.css";
import { sampleView } from "@/lib/checkout/page/sample-view";
import { firstPayment } from "@/lib/docs/samples";
import { env } from "@/lib/kit/env";
import { formatMinor } from "@/lib/kit/money";
import { sandbox } from "@/lib/reference/sandbox";
import { computeFees } from "@/lib/transactions/fees";
import { sandboxPrices } from "@/lib/transactions/sandbox-prices";

const currencies = [
  ["TTD", "Trinidad dollar"],
  ["JMD", "Jamaican dollar"],
  ["BBD", "Barbados dollar"],
  ["XCD", "East Caribbean dollar"],
  ["GYD", "Guyanese dollar"],
  ["USD", "US dollar"],
] as const;

/** The order on the picture of the checkout page. */
const order = { platform: "TT", currency: "TTD", total: 177_50n, feeStructure: "customer_pay" } as const;

function checkoutPicture() {
  const { customerFee, customerTotal } = computeFees(order);
  const { currency } = order;
  const merchant = { name: sandbox.shop.name, support: null, picture: null };
  const view = {
    ...sampleView({ method: "credit_card_co", environment: "sandbox", merchant, currency, avs: false }),
    order_id: "10482",
    total: formatMinor(order.total),
    fee: formatMinor(customerFee),
    amount: formatMinor(customerTotal),
  };
  return { view, amounts: amountsOf(view, "en"), words: wordsOf("en") };
}

export default function LandingPage() {
  const { PUBLIC_URL, SEED_SANDBOX } = env();
  return (
    <div className={styles.landing}>
      <div className={styles.header}>
        <SiteHeader isSandbox={SEED_SANDBOX} />
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
                {SEED_SANDBOX && (
                  <a href="/demo" className={buttons.primary}>
                    Try the demo shop
                  </a>
                )}
                <a href="/docs/quick-start" className={SEED_SANDBOX ? buttons.secondary : buttons.primary}>
                  Read the quick start
                </a>
              </div>
              <p className={styles.countries}>Trinidad &amp; Tobago, Jamaica, Barbados, Guyana, Grenada</p>
            </div>
            <CheckoutPicture {...checkoutPicture()} />
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
          <FirstRequest {...firstPayment()} />
          <Prices prices={sandboxPrices()} />
          {SEED_SANDBOX && <SandboxCredentials origin={PUBLIC_URL} />}
        </div>
      </main>
      <SiteFooter isSandbox={SEED_SANDBOX} />
    </div>
  );
}
