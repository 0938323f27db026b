import styles from "./about-payment.module.css";

export type About = { transactionId: string; accountNumber: string };

type Props = { id: string; accountNumber: string | null | undefined };

/** The id of a payment or withdrawal above its account. One column, because the tables of the desk have little room. */
export function AboutPayment({ id, accountNumber }: Props) {
  return (
    <>
      <code>{id}</code>
      <span className={styles.account}>
        {accountNumber ? "Account" : "Unknown account"} <span>{accountNumber}</span>
      </span>
    </>
  );
}
