import { ArrowLeftRight, ArrowRight } from "lucide";
import { countOf } from "@/components/dashboard/overview/stat-tiles";
import { amountOf, type Payment, PaymentBadge } from "@/components/dashboard/payments/transaction-row";
import { Card } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import { Money } from "@/components/ui/table/cells";
import { DataTable } from "@/components/ui/table/data-table";
import { Pager, type PagerProps } from "@/components/ui/table/pager";
import { formatRecent, type Zone, zoneNameOf } from "@/lib/format/dates";

export type LinkPaymentsProps = {
  mode: string;
  zone: Zone;
  now: Date;
  linkId: string;
  /** Why the query was refused. */
  problem: string | null;
  /** Null if the query was refused. */
  list: { payments: readonly Payment[]; pager: PagerProps } | null;
};

/** The payments that customers made or tried to make with a link. */
export function LinkPayments({ mode, zone, now, linkId, problem, list }: LinkPaymentsProps) {
  const hasQuantity = list?.payments.some(({ quantity }) => quantity !== undefined);
  const all = `/dashboard/${mode}/transactions`;
  return (
    <Card
      title="Payments"
      isFlush
      action={
        <a href={`${all}?payment_link_id=${linkId}`}>
          All in transactions
          <Icon of={ArrowRight} />
        </a>
      }
    >
      {problem && <Notice tone="danger">{problem}</Notice>}
      {list && (
        <DataTable
          caption="Payments"
          columns={[
            { label: "Amount", align: "end", phone: "top-start" },
            { label: "Status", phone: "top-end" },
            { label: "Payer", phone: "middle-start" },
            ...(hasQuantity ? [{ label: "Quantity", phone: "bottom-start" } as const] : []),
            { label: `Date (${zoneNameOf(zone)})`, isQuiet: true, phone: "middle-end" },
          ]}
          rows={list.payments.map((payment) => ({
            key: payment.transaction_id,
            href: `${all}/${payment.transaction_id}`,
            cells: [
              <Money key="amount" amount={amountOf(payment)} currency={payment.currency} />,
              <PaymentBadge key="status" {...payment} />,
              payment.customer_name ?? payment.customer_email,
              ...(hasQuantity ? [countOf(payment.quantity ?? 1, "piece")] : []),
              formatRecent(payment.date, now, zone),
            ],
          }))}
          footer={<Pager {...list.pager} />}
          empty={{ icon: ArrowLeftRight, title: "No payments yet", text: "Share the link to get the first one." }}
        />
      )}
    </Card>
  );
}
