import { Play } from "lucide";
import buttons from "../ui/button.module.css";
import { Icon } from "../ui/icon";
import styles from "./send.module.css";

/**
 * Sends the example payment request to the sandbox. Without JavaScript, the form leads to the checkout. With it,
 * `public/docs.js` shows the answer here, with a link to the checkout.
 */
export function SendRequest({ fields }: { fields: Readonly<Record<string, string>> }) {
  return (
    <form method="post" action="/plugins/payments/request" className={styles.send} data-send>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={buttons.secondary}>
        <Icon of={Play} />
        Send this request in the sandbox
      </button>
      <p role="status" data-outcome className={styles.outcome} />
    </form>
  );
}
