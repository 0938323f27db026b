import { outcomeWords, refundWords } from "@/lib/format/status-words";
import { StatusBadge } from "../ui/status-badge";
import { CardCell, Money } from "../ui/table/cells";
import { DataTable } from "../ui/table/data-table";
import unseen from "../ui/unseen.module.css";
import styles from "./pictures.module.css";

const { success, declined, confirming } = outcomeWords;
const { refunded } = refundWords;

const payments = [
  { reference: "K7M4XP", amount: "185.41", status: success, customer: "Anisa Mohammed", card: ["visa", "1111"] },
  { reference: "9RTW2C", amount: "45.00", status: success, customer: "Kerwin Baptiste", card: ["mastercard", "4444"] },
  { reference: "H3VYQ6", amount: "620.00", status: declined, customer: "Zoë D’Ávila", card: ["visa", "4242"] },
  { reference: "4FNJ8D", amount: "96.50", status: refunded, customer: "Marlon Clarke", card: ["amex", "0005"] },
  { reference: "T2LG7R", amount: "45.00", status: success, customer: "Shanice Grant", card: ["discover", "1117"] },
  { reference: "6XCP3M", amount: "310.25", status: confirming, customer: "Ravi Persad", card: ["visa", "0341"] },
] as const;

/** A picture of the dashboard's list of payments, made of its own parts. Screen readers get its caption only. */
export const PaymentsPicture = () => (
  <figure className={styles.figure}>
    <figcaption className={unseen.unseen}>
      The dashboard’s list of payments: each with amount, status, customer, card and reference
    </figcaption>
    <div aria-hidden="true">
      <DataTable
        caption="Payments"
        isHeadHidden
        columns={[
          { label: "Amount", align: "end", phone: "top-start" },
          { label: "Status", phone: "top-end" },
          { label: "Customer", phone: "middle-start" },
          { label: "Card", phone: "bottom-end" },
          { label: "Reference", phone: "bottom-start", isQuiet: true },
        ]}
        empty=""
        rows={payments.map(({ reference, amount, status, customer, card: [network, digits] }) => ({
          key: reference,
          cells: [
            <Money key="amount" amount={amount} currency="TTD" />,
            <StatusBadge key="status" of={status} />,
            customer,
            <CardCell key="card" network={network} number={digits} />,
            reference,
          ],
        }))}
      />
    </div>
  </figure>
);
