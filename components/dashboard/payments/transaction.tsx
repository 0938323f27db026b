import { ActionForm } from "@/components/dashboard/ui/action-form";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { TextField } from "@/components/ui/form/field";
import { Moment } from "@/components/ui/moment";
import { PageHead } from "@/components/ui/page-head";
import { DataTable } from "@/components/ui/table/data-table";
import { Facts } from "@/components/ui/table/facts";
import { Pager, type PagerProps } from "@/components/ui/table/pager";
import { avsWords, knownAvsAnswer } from "@/lib/reference/avs";
import { type Happening, Timeline } from "./timeline";
import { type Transaction as Listed, StatusBadges } from "./transactions";

type Transaction = Listed & {
  status_desc: string;
  message: string;
  origin: string;
  method: string;
  fee: string;
  total_credited: string;
  fee_structure: string;
  card_type: string | null;
  customer_name: string | null;
  customer_phone: string | null;
  customer_address: string | null;
  data: string | null;
  fraud_confirmed_at: string | null;
  avs: string | null;
};

type Props = {
  mode: string;
  transaction: Transaction;
  /** The amount that can still be refunded. Null if the member may not refund. */
  refundable: { rest: string; obstacle: string | null; idempotencyKey: string } | null;
  timeline: { happenings: readonly Happening[]; pager: PagerProps };
};

export function Transaction({ mode, transaction, refundable, timeline }: Props) {
  return (
    <>
      <PageHead title={`Transaction ${transaction.transaction_id}`}>
        <p>
          <a href={`/dashboard/${mode}/transactions`}>All transactions</a>
        </p>
      </PageHead>
      <Card title="Payment">
        <Facts facts={paymentFacts(transaction)} />
      </Card>
      <Card title="Customer">
        <Facts
          facts={[
            ["Name", transaction.customer_name ?? "–"],
            ["Email", transaction.customer_email ?? "–"],
            ["Phone", transaction.customer_phone ?? "–"],
            ["Address", transaction.customer_address ?? "–"],
            ["Card", transaction.card ? `${transaction.card_type ?? ""} ${transaction.card}` : "–"],
            ["Address check", <AddressCheck key="avs" avs={transaction.avs} />],
          ]}
        />
      </Card>
      <Refunds mode={mode} transaction={transaction} refundable={refundable} />
      <Card title="Timeline">
        <Timeline mode={mode} happenings={timeline.happenings} />
        <Pager {...timeline.pager} />
      </Card>
    </>
  );
}

const avsTones = {
  match: "success",
  street_fail: "warning",
  zip_fail: "warning",
  street_and_zip_fail: "danger",
  unavailable: "neutral",
} as const;

function AddressCheck({ avs }: Pick<Transaction, "avs">) {
  const answer = knownAvsAnswer(avs);
  return answer ? <Badge tone={avsTones[answer]}>{avsWords[answer]}</Badge> : "–";
}

function paymentFacts(transaction: Transaction) {
  const { currency, chargeback, fraud_confirmed_at: fraudAt } = transaction;
  return [
    ["Status", <StatusBadges key="status" {...transaction} />],
    ["Result", transaction.message],
    ["Date", <Moment key="date" at={transaction.date} />],
    ["Order", transaction.order_id],
    ["Requested", `${currency} ${transaction.original_total}`],
    ["Debited", `${currency} ${transaction.total}`],
    ["Fee", `${currency} ${transaction.fee} (${transaction.fee_structure})`],
    ["Credited to you", `${currency} ${transaction.total_credited}`],
    ["Origin", transaction.origin],
    ["Method", transaction.method],
    ["Data", transaction.data ?? "–"],
    ...(chargeback ? [["Chargeback", `${currency} ${chargeback.total}, ${chargeback.status}`] as const] : []),
    ...(fraudAt ? [["Fraud confirmed", <Moment key="fraud" at={fraudAt} />] as const] : []),
  ] as const;
}

const refundTones = { refunded: "success", rejected: "danger" } as const;
const toneOf = (status: string) => (status === "refunded" || status === "rejected" ? refundTones[status] : "warning");

function Refunds({ mode, transaction, refundable }: Omit<Props, "timeline">) {
  const { currency, refunds, transaction_id } = transaction;
  return (
    <Card title="Refunds">
      <DataTable
        caption="Refunds"
        columns={["Refund", "Status", "Amount", "Date"]}
        empty="Nothing was refunded."
        rows={refunds.map((refund) => ({
          key: refund.refund_id,
          cells: [
            <code key="id">{refund.refund_id}</code>,
            <Badge key="status" tone={toneOf(refund.status)}>
              {refund.status}
            </Badge>,
            `${currency} ${refund.total}`,
            <Moment key="date" at={refund.date} />,
          ],
        }))}
      />
      {refundable?.obstacle && <p>{refundable.obstacle}</p>}
      {refundable && !refundable.obstacle && (
        <ActionForm
          action={`/dashboard/${mode}/actions/request-refund`}
          submit="Refund"
          values={{ transaction_id, idempotency_key: refundable.idempotencyKey }}
          confirm={{
            title: `Refund order ${transaction.order_id}?`,
            text: "The money leaves your balance immediately and goes back to the customer's card.",
          }}
        >
          <TextField
            name="amount"
            label={`Amount in ${currency}`}
            hint={`Up to ${refundable.rest}. Your balance pays it; fees are kept.`}
            value={refundable.rest}
            inputMode="decimal"
          />
          <TextField name="reason" label="Reason" isOptional maxLength={255} />
        </ActionForm>
      )}
    </Card>
  );
}
