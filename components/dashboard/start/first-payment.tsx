import { Check } from "lucide";
import buttons from "@/components/ui/button.module.css";
import { Card } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import type { FirstPaymentView } from "@/lib/dashboard/views/first-payment";
import styles from "./first-payment.module.css";
import { HideButton } from "./start-controls";

/** Shown on the overview from the first payment until the second one, or until it is hidden. */
export const FirstPayment = ({ href, mode, sentence, balance, hiddenBy }: FirstPaymentView) => (
  <div className={styles.card}>
    <Card>
      <div className={styles.content}>
        <span className={styles.mark}>
          <Icon of={Check} size={28} />
        </span>
        <div className={styles.text}>
          <h2>Your first payment is here</h2>
          <p>
            {sentence} {mode === "test" ? "It is a test, so no money moved." : "The order is paid."} Your balance:
          </p>
          <p className={styles.balance}>{balance}</p>
        </div>
        <div className={styles.actions}>
          <HideButton cookie={hiddenBy}>Hide</HideButton>
          <a href={href} className={buttons.secondary}>
            View payment
          </a>
        </div>
      </div>
    </Card>
  </div>
);
