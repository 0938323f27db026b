import type { ReactNode } from "react";
import { StatusBadge } from "@/components/ui/status-badge";
import { CardCell, IdCell, Money } from "@/components/ui/table/cells";
import type { Row } from "@/components/ui/table/data-table";
import { formatListedDay, formatMoment, formatRecent, type Zone, zoneNameOf } from "@/lib/format/dates";
import { orderOf } from "@/lib/format/orders";
import { type BadgeFacts, paymentBadge } from "@/lib/format/payment-badge";
import type { TransactionRecord } from "@/lib/transactions/contract";
import styles from "./transactions.module.css";

/**
 * A record of the API with the outcome that pages tell apart, and the title of its payment link. The outcome is null if
 * it could not be read.
 */
export type Payment = TransactionRecord & { outcome: BadgeFacts["outcome"] | null; linkTitle: string | null };

export const PaymentBadge = ({ outcome, ...facts }: Omit<BadgeFacts, "outcome"> & Pick<Payment, "outcome">) =>
  outcome && <StatusBadge of={paymentBadge({ ...facts, outcome })} />;

/** The debited amount of a paid payment, and the requested one of any other. */
export const amountOf = ({ status, total, original_total }: Payment): string =>
  status === "success" ? total : original_total;

type Place = { here: string; zone: Zone; now: Date };

export function toPaymentRow(payment: Payment, { here, zone, now }: Place): Row {
  const { transaction_id: id, reference, currency, card, card_type: network, date } = payment;
  const customer = payment.customer_name ?? payment.customer_email;
  const order = orderOf(payment);
  return {
    key: id,
    href: `${here}/${id}`,
    group: `${formatListedDay(date, now, zone)} (${zoneNameOf(zone)})`,
    cells: [
      <Money key="amount" amount={amountOf(payment)} currency={currency} />,
      <PaymentBadge key="status" {...payment} />,
      customer && (
        <Clipped key="customer" is="customer" title={customer}>
          {customer}
        </Clipped>
      ),
      card && <CardCell key="card" network={network} number={card} />,
      (order || reference) && (
        <Clipped key="order" is="order" title={order}>
          {reference && <span className={styles.narrow}>{order ? `${reference} · ` : reference}</span>}
          {order ?? <span className={styles.wide}>–</span>}
        </Clipped>
      ),
      reference && <IdCell key="reference" id={reference} label="the reference" />,
      <ListedMoment key="date" at={date} zone={zone} now={now} />,
      <IdCell key="id" id={id} label="the payment ID" />,
    ],
  };
}

type ClippedProps = { is: "customer" | "order"; title: string | null; children: ReactNode };

/** Long text ends in an ellipsis. */
const Clipped = ({ is, title, children }: ClippedProps) => (
  <span className={styles.clipped} data-is={is} title={title ?? undefined}>
    {children}
  </span>
);

/** On a phone the time alone, because the day is the heading above. */
const ListedMoment = ({ at, zone, now }: { at: string; zone: Zone; now: Date }) => (
  <time dateTime={at}>
    <span className={styles.wide}>{formatRecent(at, now, zone)}</span>
    <span className={styles.narrow}>{formatMoment(at, "time", zone)}</span>
  </time>
);
