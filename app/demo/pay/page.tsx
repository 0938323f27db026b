import { notFound } from "next/navigation";
import { FormPost } from "@/components/demo/form-post";
import { HostedFrame } from "@/components/demo/hosted-frame";
import { OrderLines } from "@/components/demo/order-panel";
import styles from "@/components/demo/pay-page.module.css";
import { ShopPage } from "@/components/demo/shop-page";
import page from "@/components/demo/shop-page.module.css";
import { Notice } from "@/components/ui/notice";
import { orderSums } from "@/lib/demo/order-sums";
import { type DemoOrder, openPayPage } from "@/lib/demo/orders";
import { paymentFields, paymentRequestPath } from "@/lib/demo/payment-request";
import { formatMoney } from "@/lib/format/money";
import { env } from "@/lib/kit/env";

export const metadata = { title: "Pay · Demo shop · Tradewind" };

type Props = { searchParams: Promise<{ order?: string | string[] }> };

/** The payment step of the demo shop: the hosted page in a frame, or a form that posts to the hosted page. */
export default async function DemoPayPage({ searchParams }: Props) {
  if (!env().SEED_SANDBOX) notFound();
  const { order: sealed } = await searchParams;
  const order = typeof sealed === "string" ? openPayPage(sealed) : null;
  const sums = order && orderSums(order.cart, order.currency);
  return (
    <ShopPage label="Payment of an order">
      <div className={page.columns}>
        <div className={styles.pay}>
          {order ? <NextStep order={order} /> : <UnknownOrder />}
          <p className={styles.links}>
            <a href="/demo">Back to the shop</a>
          </p>
        </div>
        {sums && (
          <section aria-labelledby="order" className={styles.order}>
            <h2 id="order">Order {order.id}</h2>
            <OrderLines {...sums} />
            <p>The order stays unpaid until the shop has verified the result.</p>
          </section>
        )}
      </div>
    </ShopPage>
  );
}

function UnknownOrder() {
  return (
    <>
      <h1>The shop does not know this order</h1>
      <p>The address of this page contains the order. It is incomplete or was changed, so please order again.</p>
    </>
  );
}

function NextStep({ order }: { order: DemoOrder }) {
  if (order.failure) {
    return (
      <>
        <h1>The payment request was refused</h1>
        <Notice tone="danger" title={order.failure} />
      </>
    );
  }
  return (
    <>
      <h1>Pay {formatMoney({ amount: order.total, currency: order.currency })}</h1>
      {order.checkoutUrl ? (
        <>
          <HostedFrame url={order.checkoutUrl} />
          <p className={styles.links}>
            <a href={order.checkoutUrl}>Open the checkout page by itself</a>
          </p>
        </>
      ) : (
        <FormPost action={paymentRequestPath} fields={paymentFields(order)} />
      )}
    </>
  );
}
