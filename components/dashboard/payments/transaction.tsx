import { Mail, Undo2 } from "lucide";
import { ActionForm } from "@/components/dashboard/ui/action-form";
import layout from "@/components/dashboard/ui/layout.module.css";
import buttons from "@/components/ui/button.module.css";
import { Card } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import { Moment } from "@/components/ui/moment";
import { DialogLink } from "@/components/ui/overlay/dialog";
import { PageHead } from "@/components/ui/page-head";
import { StatusBadge } from "@/components/ui/status-badge";
import { IdCell, Money } from "@/components/ui/table/cells";
import { DataTable } from "@/components/ui/table/data-table";
import { Pager, type PagerProps } from "@/components/ui/table/pager";
import type { PaymentTimes } from "@/lib/dashboard/views/payment-phases";
import type { TimelineEntry } from "@/lib/dashboard/views/timeline";
import { type Zone, zoneNameOf } from "@/lib/format/dates";
import { orderOf } from "@/lib/format/orders";
import { refundWords } from "@/lib/format/status-words";
import { fillInOrder } from "@/lib/kit/text/fill-in";
import { PaymentTimesBar } from "./payment-times";
import { Timeline } from "./timeline";
import timelineStyles from "./timeline.module.css";
import styles from "./transaction.module.css";
import { Amounts, Details } from "./transaction-cards";
import { RefundDialog } from "./transaction-refund";
import { amountOf, type Payment, PaymentBadge } from "./transaction-row";

type Props = {
  mode: string;
  zone: Zone;
  payment: Payment;
  /** Null if the member may not refund payments and resend receipts. */
  service: {
    rest: string;
    now: string;
    later: string;
    balance: string;
    /** Why the payment cannot be refunded now. */
    obstacle: string | null;
    idempotencyKey: string;
    isRefunding: boolean;
  } | null;
  timeline: {
    /** Null if the payer did not open the page, or is still there. */
    times: PaymentTimes | null;
    entries: readonly TimelineEntry[];
    pager: PagerProps;
    hidden: number;
    isComplete: boolean;
  };
};

export function Transaction({ mode, zone, payment, service, timeline }: Props) {
  const { transaction_id: id, reference, currency, customer_name: name, card } = payment;
  const list = `/dashboard/${mode}/transactions`;
  const here = `${list}/${id}`;
  const order = orderOf(payment);
  return (
    <>
      <PageHead
        trail={[{ label: "Transactions", href: list }, { label: order ?? reference ?? `…${id.slice(-6)}` }]}
        title={<Money amount={amountOf(payment)} currency={currency} size="large" />}
        aside={<PaymentBadge {...payment} />}
        actions={service && <Actions mode={mode} here={here} payment={payment} service={service} />}
      >
        <p className={styles.lead}>
          {name && `${name} · `}
          <Moment at={payment.date} zone={zone} />
        </p>
      </PageHead>
      <div className={`${layout.columns} ${styles.columns}`}>
        <div id="timeline">
          <Refunds payment={payment} zone={zone} />
          <Card title="Timeline" action={<span className={layout.note}>Newest first, {zoneNameOf(zone)}</span>} isFlush>
            {timeline.times && <PaymentTimesBar times={timeline.times} />}
            <Timeline entries={timeline.entries} mode={mode} zone={zone} />
            <MoreSteps here={here} {...timeline} />
            {timeline.pager.total > timeline.entries.length && <Pager {...timeline.pager} />}
          </Card>
        </div>
        <div>
          <Amounts payment={payment} />
          <Details mode={mode} payment={payment} zone={zone} />
        </div>
      </div>
      {service?.isRefunding && !service.obstacle && (
        <RefundDialog
          mode={mode}
          here={here}
          transactionId={id}
          currency={currency}
          paid={payment.total}
          limits={service}
          idempotencyKey={service.idempotencyKey}
          lead={[payment.linkTitle ?? (order && fillInOrder("Order {order}", order)), name].filter(Boolean).join(", ")}
          card={card === null ? null : { network: payment.card_type, number: card }}
        />
      )}
    </>
  );
}

type ActionsProps = { mode: string; here: string; payment: Payment; service: NonNullable<Props["service"]> };

/** Only a paid payment can be refunded and has a receipt. A micro-charge is returned by itself. */
function Actions({ mode, here, payment, service }: ActionsProps) {
  const { transaction_id, status, type, customer_email: email } = payment;
  if (status !== "success" || type === "card_create") return null;
  return (
    <>
      {service.obstacle && <span className={styles.obstacle}>{service.obstacle}</span>}
      {email && (
        <ActionForm
          action={`/dashboard/${mode}/actions/resend-receipt`}
          values={{ transaction_id }}
          submit="Resend receipt"
          busy="Sending…"
          icon={<Icon of={Mail} />}
          kind="secondary"
          done={`Receipt sent to ${email}.`}
        />
      )}
      {service.obstacle ? (
        <button type="button" disabled className={buttons.primary}>
          <Icon of={Undo2} />
          Refund
        </button>
      ) : (
        <DialogLink href={`${here}?refund=new`}>
          <Icon of={Undo2} />
          Refund
        </DialogLink>
      )}
    </>
  );
}

function MoreSteps({ here, hidden, isComplete }: { here: string } & Pick<Props["timeline"], "hidden" | "isComplete">) {
  if (isComplete) {
    return (
      <a href={`${here}#timeline`} className={timelineStyles.more}>
        Show fewer steps
      </a>
    );
  }
  return (
    hidden > 0 && (
      <a href={`${here}?steps=all#timeline`} className={timelineStyles.more}>
        Show {hidden === 1 ? "1 more step" : `${hidden} more steps`}
      </a>
    )
  );
}

function Refunds({ payment: { refunds, currency }, zone }: { payment: Payment; zone: Zone }) {
  if (refunds.length === 0) return null;
  return (
    <Card title="Refunds" isFlush>
      <DataTable
        caption="Refunds"
        columns={[
          { label: "Amount", align: "end", phone: "top-start" },
          { label: "Status", phone: "top-end" },
          { label: `Date (${zoneNameOf(zone)})`, isQuiet: true, phone: "middle-start" },
          { label: "ID", phone: "middle-end" },
        ]}
        empty=""
        rows={refunds.map((refund) => ({
          key: refund.refund_id,
          cells: [
            <Money key="amount" amount={refund.total} currency={currency} />,
            <StatusBadge key="status" of={refundWords[refund.status]} />,
            <Moment key="date" at={refund.date} zone={zone} format="shortWithYear" />,
            <IdCell key="id" id={refund.refund_id} label="the refund ID" />,
          ],
        }))}
      />
    </Card>
  );
}
