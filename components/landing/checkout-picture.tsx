import { Lock } from "lucide";
import { type CardNetwork, networkCodes } from "@/lib/reference/card-networks";
import { CardArt } from "../ui/card-art";
import { Icon } from "../ui/icon";
import { Wordmark } from "../ui/mark";
import styles from "./checkout-picture.module.css";

type Props = { merchant: string; order: string; total: string; fee: string; amount: string };

/** A picture of the checkout page, drawn with its own parts. Screen readers get its caption only. */
export function CheckoutPicture({ merchant, order, total, fee, amount }: Props) {
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.unseen}>
        The checkout page of {merchant}, with a card entered and a button to pay {amount}
      </figcaption>
      <div className={styles.page} aria-hidden="true">
        <div className={styles.summary}>
          <div className={styles.merchant}>
            <span className={styles.tile}>{merchant.slice(0, 1)}</span>
            <div>
              <p className={styles.name}>{merchant}</p>
              <p className={styles.small}>Order {order}</p>
            </div>
          </div>
          <p className={styles.label}>You pay</p>
          <p className={styles.amount}>{amount}</p>
          <dl className={styles.lines}>
            <div>
              <dt>Order total</dt>
              <dd>{total}</dd>
            </div>
            <div>
              <dt>Processing fee</dt>
              <dd>{fee}</dd>
            </div>
          </dl>
          <p className={styles.secured}>
            Secured by <Wordmark quiet />
          </p>
        </div>
        <div className={styles.form}>
          <div className={styles.head}>
            <p>Card details</p>
            <AcceptedCards networks={networkCodes} />
          </div>
          <div className={styles.group}>
            <Cell label="Card number" value="4111 1111 1111 1111">
              <CardArt of="visa" size="field" />
            </Cell>
            <Cell label="Expiry date" value="12 / 29" />
            <Cell label="Security code" value="•••" />
          </div>
          <div className={styles.group}>
            <Cell label="Name on card" value="Kerwin Baptiste" />
          </div>
          <p className={styles.pay}>
            <Icon of={Lock} />
            Pay {amount}
          </p>
          <p className={styles.charged}>You’ll be charged {amount}.</p>
        </div>
      </div>
    </figure>
  );
}

const AcceptedCards = ({ networks }: { networks: readonly CardNetwork[] }) => (
  <span className={styles.cards}>
    {networks.map((network) => (
      <CardArt key={network} of={network} />
    ))}
  </span>
);

type CellProps = { label: string; value: string; children?: React.ReactNode };

const Cell = ({ label, value, children }: CellProps) => (
  <div className={styles.cell}>
    <p className={styles.small}>{label}</p>
    <p>{value}</p>
    {children}
  </div>
);
