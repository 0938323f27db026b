import { notFound } from "next/navigation";
import { NotifyParent } from "@/components/demo/notify-parent";
import styles from "@/components/demo/result.module.css";
import { ReturnedResult } from "@/components/demo/returned-result";
import { ShopPage } from "@/components/demo/shop-page";
import buttons from "@/components/ui/button.module.css";
import { type Order, orderOfId } from "@/lib/demo/orders";
import { resultWordsFor } from "@/lib/demo/result-words";
import { verifyResult } from "@/lib/demo/verify-result";
import { isSignedWith, type Returned, readReturned, usualNames } from "@/lib/hash-inspector/redirect-proof";
import { explainParameters, verdictOf } from "@/lib/hash-inspector/redirect-words";
import { verifyRedirect } from "@/lib/hash-inspector/verify-redirect";
import { merchantSecrets } from "@/lib/hash-keys/merchant-keys";
import { env } from "@/lib/kit/env";
import { liveDemo } from "@/lib/reference/live-demo";
import { sandbox } from "@/lib/reference/sandbox";

export const metadata = { title: "Your order · Demo shop · Tradewind" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** The demo shop's `response_url`: the page to which customers return after a payment. */
export default async function DemoReturnPage({ searchParams }: Props) {
  if (!env().SEED_SANDBOX) notFound();
  const returned = readReturned(await searchParams);
  const order = orderOfId(returned.values.order_id ?? "");
  const result = order ? await ownResult(order, returned) : await otherResult(returned);
  return (
    <ShopPage label="Result of an order">
      <ReturnedResult {...result}>
        {order && (
          <p className={styles.explanation}>
            This shop has no database of orders: the order id contains the total and the currency, signed by the shop.
            tw_signature proves that the transaction belongs to this order. The hash does not cover the order.
          </p>
        )}
        <p className={styles.actions}>
          <a href="/demo" target="_top" className={buttons.primary}>
            Back to the shop
          </a>
          {result.isPaid && (
            <a href="/sandbox/mail" target="_top" className={buttons.secondary}>
              See the receipt
            </a>
          )}
        </p>
      </ReturnedResult>
      <NotifyParent />
    </ShopPage>
  );
}

async function ownResult(order: Order, returned: Returned) {
  const isLive = order.environment === "live";
  const { hashKey, signingSecret } = isLive ? await merchantSecrets(liveDemo.accountNumber, "live") : sandbox.shop;
  const isSigned = isSignedWith(returned, signingSecret);
  const verdict = await verifyResult(order, returned.values, { hashKey, isSigned });
  return {
    ...resultWordsFor(verdict, returned.values),
    isPaid: verdict.kind === "paid",
    checks: verdict.checks,
    parameters: explainParameters(returned, { ours: usualNames }),
  };
}

/** Verifies the redirect of an unknown order against the stored payment and the merchant's sandbox keys. */
async function otherResult(returned: Returned) {
  const verification = await verifyRedirect(returned);
  const { title, explanation, tone } = verdictOf(verification, returned);
  const reason = verification.isVerified
    ? "The demo shop does not know this order, so it was verified with the sandbox keys."
    : "The demo shop does not know this order. It signs its order ids, and this is none of them.";
  return {
    title,
    explanation: `${explanation} ${reason}`,
    tone,
    isPaid: verification.kind === "paid",
    checks: verification.checks,
    parameters: explainParameters(returned, verification),
  };
}
