import { FlaskConical } from "lucide";
import { Wordmark } from "../ui/brand/mark";
import { Icon } from "../ui/icon";
import styles from "./response-page.module.css";
import result from "./result.module.css";
import { ReturnedResult, type ReturnedResultProps } from "./returned-result";

/** The public page that verifies redirects of sandbox payments. Links with target `_top` leave a shop's iframe. */
export function ResponsePage(props: ReturnedResultProps) {
  return (
    <>
      <header className={styles.header}>
        <a href="/" target="_top" className={styles.brand}>
          <Wordmark />
        </a>
        <p>
          <Icon of={FlaskConical} />
          Result of a sandbox payment. No money moves.
        </p>
      </header>
      <main className={styles.main}>
        <ReturnedResult {...props} />
        <ShopChecks />
      </main>
    </>
  );
}

function ShopChecks() {
  return (
    <section aria-labelledby="must-check" className={`${result.card} ${styles.must}`}>
      <h2 id="must-check">What your shop must check</h2>
      <p className={result.explanation}>
        Anyone can type such a URL. Your server must check all of this before it fulfils an order:
      </p>
      <ol className={result.list}>
        <li>
          <code>status</code> is <code>success</code>. Look up the order by <code>order_id</code> in your own storage.
        </li>
        <li>
          <code>transaction_id</code> is the one you stored when you requested the payment.
        </li>
        <li>
          <code>currency</code> is the currency of the order, and <code>total</code> is not below the total you
          requested.
        </li>
        <li>
          <code>hash</code> matches the total you requested. Never compute it from the total in the URL.
        </li>
        <li>
          <code>tw_signature</code> matches. Unlike the hash, it covers the status, the order and the currency.
        </li>
        <li>Mark the order as paid once. The customer may open the page twice, and a webhook may come first.</li>
      </ol>
      <p className={styles.link}>
        <a href="/docs/redirect-and-hash" target="_top">
          Redirect and hash: the rules, with code to copy
        </a>
      </p>
    </section>
  );
}
