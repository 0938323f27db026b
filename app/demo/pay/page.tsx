import { notFound } from "next/navigation";
import styles from "@/components/demo/demo.module.css";
import { FormPost } from "@/components/demo/form-post";
import { HostedFrame } from "@/components/demo/hosted-frame";
import { ShopPage } from "@/components/demo/shop-page";
import { findOrder, type Order } from "@/lib/demo/orders";
import { paymentFields, paymentRequestPath } from "@/lib/demo/payment-request";
import { env } from "@/lib/kit/env";

export const metadata = { title: "Pay · Demo shop · Tradewind" };

type Props = { searchParams: Promise<{ order?: string | string[] }> };

/** The payment step of the demo shop: the hosted page in a frame, or a form that posts to the hosted page. */
export default async function DemoPayPage({ searchParams }: Props) {
  if (!env().SEED_SANDBOX) notFound();
  const { order: id } = await searchParams;
  const order = typeof id === "string" ? findOrder(id) : null;
  return (
    <ShopPage label="Payment of an order">
      {order ? <NextStep order={order} /> : <UnknownOrder />}
      <p className={styles.links}>
        <a href="/demo">Back to the shop</a>
      </p>
    </ShopPage>
  );
}

function UnknownOrder() {
  return (
    <>
      <h1>The shop does not know this order</h1>
      <p>This demo keeps its orders in memory only, and forgets them when it restarts.</p>
    </>
  );
}

function NextStep({ order }: { order: Order }) {
  if (order.failure) {
    return (
      <>
        <h1>The payment request was refused</h1>
        <p className={styles.problem}>{order.failure}</p>
      </>
    );
  }
  return (
    <>
      <h1>
        Pay {order.total} {order.currency}
      </h1>
      <p>
        Order {order.id}
        {order.transactionId && `, transaction ${order.transactionId}`}. It stays unpaid until the result is verified.
      </p>
      {order.checkoutUrl ? (
        <>
          <HostedFrame url={order.checkoutUrl} />
          <p className={styles.links}>
            <a href={order.checkoutUrl}>Open the hosted page by itself</a>
          </p>
        </>
      ) : (
        <FormPost action={paymentRequestPath} fields={paymentFields(order)} />
      )}
    </>
  );
}
