import { CardArt, cardNetworkOf } from "@/components/ui/brand/card-art";
import { CopyButton } from "@/components/ui/copy-button";
import { Unseen } from "@/components/ui/unseen";
import { cardName } from "@/lib/format/card-name";
import { type Money as Amount, moneyParts } from "@/lib/format/money";
import styles from "./cells.module.css";

const noBreakSpace = "\u00a0";

/**
 * An amount with its currency code in a quieter style. Its text is that of `formatMoney`. `large` is for the one amount
 * that a page is about, `medium` for a secondary figure.
 */
export function Money({ size = "table", ...money }: Amount & { size?: "table" | "medium" | "large" }) {
  const { code, number, isCodeFirst } = moneyParts(money);
  const quiet = <span className={styles.code}>{isCodeFirst ? code + noBreakSpace : noBreakSpace + code}</span>;
  return (
    <span className={`${styles.money} ${styles[size]}`}>
      {isCodeFirst && quiet}
      {number}
      {!isCodeFirst && quiet}
    </span>
  );
}

/**
 * The last six characters of an id, or all of a short one. A button, visible on hover and focus of the row, copies all
 * of it.
 */
export function IdCell({ id, label = "the ID" }: { id: string; label?: string }) {
  return (
    <span className={styles.id}>
      <span title={id}>{id.length > 6 ? `…${id.slice(-6)}` : id}</span>
      <CopyButton text={id} label={label} />
    </span>
  );
}

/** A card by its artwork and last digits. Screen readers get "Visa ending 1111". */
export function CardCell({ network, number }: { network: string | null; number: string }) {
  return (
    <span className={styles.card}>
      <CardArt of={cardNetworkOf(network)} />
      <span aria-hidden="true" className={styles.digits}>
        •••• {number.slice(-4)}
      </span>
      <Unseen>{cardName(network, number)}</Unseen>
    </span>
  );
}
