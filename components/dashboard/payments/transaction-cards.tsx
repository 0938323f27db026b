import layout from "@/components/dashboard/ui/layout.module.css";
import { CardArt, cardNetworkOf } from "@/components/ui/brand/card-art";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Moment } from "@/components/ui/moment";
import { StatusBadge } from "@/components/ui/status-badge";
import { type FactRow, Facts } from "@/components/ui/table/facts";
import { cardName } from "@/lib/format/card-name";
import type { Zone } from "@/lib/format/dates";
import { moneyParts } from "@/lib/format/money";
import { orderOf } from "@/lib/format/orders";
import { soldOf } from "@/lib/format/sold";
import { addressCheckWords, chargebackWords } from "@/lib/format/status-words";
import { feeStructureWords, purposeWords, wordForValue } from "@/lib/format/value-words";
import { formatMinor, parseMinor } from "@/lib/kit/money";
import { knownAvsAnswer } from "@/lib/reference/avs";
import styles from "./transaction.module.css";
import type { Payment } from "./transaction-row";

type AmountRow = { label: string; amount: string; note?: string; isTotal?: boolean };

export function Amounts({ payment }: { payment: Payment }) {
  const { currency, refunds, chargeback } = payment;
  const sumOf = (status: "refunded" | "pending") =>
    formatMinor(refunds.reduce((sum, one) => sum + (one.status === status ? (parseMinor(one.total) ?? 0n) : 0n), 0n));
  const pending = sumOf("pending");
  const requested: AmountRow[] = [
    { label: payment.linkTitle ? "Price" : "Order total", amount: payment.original_total },
    { label: "Processing fee", amount: payment.fee, note: feeStructureWords[payment.fee_structure] },
    { label: "Customer paid", amount: payment.total, isTotal: true },
  ];
  const settled: AmountRow[] = [
    { label: "Credited to you", amount: payment.total_credited },
    { label: "Refunded", amount: sumOf("refunded") },
    ...(pending === "0.00" ? [] : [{ label: "Refund pending", amount: pending }]),
    ...(chargeback ? [{ label: chargebackWords[chargeback.status].word, amount: chargeback.total }] : []),
  ];
  return (
    <Card title="Amounts" action={<span className={layout.note}>in {currency}</span>}>
      {[requested, settled].map((rows) => (
        <dl key={rows[0]?.label} className={styles.amounts}>
          {rows.map(({ label, amount, note, isTotal }) => (
            <div key={label} data-total={isTotal ? "" : undefined}>
              <dt>
                {label}
                {note && <span className={layout.note}>{note}</span>}
              </dt>
              <dd>{moneyParts({ amount, currency }).number}</dd>
            </div>
          ))}
        </dl>
      ))}
    </Card>
  );
}

type DetailsProps = { mode: string; payment: Payment; zone: Zone };

export function Details({ mode, payment, zone }: DetailsProps) {
  const { transaction_id: id } = payment;
  return (
    <Card title="Details">
      <Facts facts={factsOf({ mode, payment, zone })} isStacked />
      <div className={styles.id}>
        <span>Payment ID</span>
        <code>{id}</code>
        <CopyButton text={id} label="the payment ID" />
      </div>
    </Card>
  );
}

function factsOf({ mode, payment, zone }: DetailsProps): FactRow[] {
  const { card, card_type: network, avs, data, type, status, fraud_confirmed_at: fraudAt } = payment;
  const answer = knownAvsAnswer(avs);
  const link = payment.payment_link_id;
  return [
    ["Reference", payment.reference && <code>{payment.reference}</code>],
    ["Customer", <Customer key="customer" mode={mode} payment={payment} />],
    [
      "Card",
      card && (
        <span className={styles.card}>
          <CardArt of={cardNetworkOf(network)} />
          {cardName(network, card)}
        </span>
      ),
    ],
    ["Address check", answer && <StatusBadge of={addressCheckWords[answer]} />],
    ["Result", status !== "success" && payment.message],
    ["Order", !link && (orderOf(payment) ?? "–")],
    ["Type", type === "card_charge" && purposeWords[type]],
    [
      "Payment link",
      link && (
        <a key="link" href={`/dashboard/${mode}/payment-links/${link}`}>
          {soldOf({ title: payment.linkTitle ?? link, quantity: payment.quantity ?? null })}
        </a>
      ),
    ],
    ["Source", !link && payment.origin],
    ["Form", wordForValue(payment.method)],
    ["Fraud", fraudAt && <Moment key="fraud" at={fraudAt} zone={zone} />],
    [link ? "Note" : "Data", data && (link ? data : <code>{data}</code>)],
  ];
}

function Customer({ mode, payment }: { mode: string; payment: Payment }) {
  const { customer_name: name, customer_email: email, customer_phone: phone, customer_address: address } = payment;
  const [first = "–", ...others] = [name, email, phone, address].filter((line) => line !== null);
  return (
    <>
      {first}
      {others.map((line) => (
        <span key={line} className={layout.note}>
          {line}
        </span>
      ))}
      {email && <a href={`/dashboard/${mode}/payers/${payment.transaction_id}`}>Everything by this payer</a>}
    </>
  );
}
