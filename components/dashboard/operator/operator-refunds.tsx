import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/table/cells";
import { DataTable } from "@/components/ui/table/data-table";
import type { Money as Amount } from "@/lib/format/money";
import { type About, AboutPayment } from "./about-payment";

export type Refund = About & Amount & { id: string; status: string; requestedAt: Date };

export function Refunds({ refunds }: { refunds: readonly Refund[] }) {
  return (
    <Card title="Refunds">
      <DataTable
        caption="Refunds that are open for long, or were rejected in the last seven days"
        columns={["Transaction", "Amount", "Requested (UTC)", "State"]}
        empty="No refund is open for long, and none was rejected in the last seven days."
        rows={refunds.map(({ id, transactionId, accountNumber, currency, amount, status, requestedAt }) => ({
          key: id,
          cells: [
            <AboutPayment key="about" id={transactionId} accountNumber={accountNumber} />,
            <Money key="amount" amount={amount} currency={currency} />,
            <Moment key="requested" at={requestedAt} format="shortWithYear" />,
            <Badge key="state" tone={status === "rejected" ? "danger" : "warning"}>
              {status === "rejected" ? "Rejected" : "Open for long"}
            </Badge>,
          ],
        }))}
      />
    </Card>
  );
}

export function LateApprovals({ lateApprovals }: { lateApprovals: readonly Refund[] }) {
  return (
    <Card title="Late approvals">
      <p>
        The gateway approved these charges after the payment had failed, and refused to void them. They are refunded at
        our expense, not the merchant's.
      </p>
      <DataTable
        caption="Late approvals refunded at our expense, of the last 30 days or open"
        columns={["Transaction", "Amount", "Refund requested (UTC)", "State"]}
        empty="No late approval was refunded at our expense in the last 30 days."
        rows={lateApprovals.map(({ id, transactionId, accountNumber, currency, amount, status, requestedAt }) => ({
          key: id,
          cells: [
            <AboutPayment key="about" id={transactionId} accountNumber={accountNumber} />,
            <Money key="amount" amount={amount} currency={currency} />,
            <Moment key="requested" at={requestedAt} format="shortWithYear" />,
            <RefundState key="state" status={status} />,
          ],
        }))}
      />
    </Card>
  );
}

function RefundState({ status }: { status: string }) {
  if (status === "refunded") return <Badge tone="success">Refunded</Badge>;
  return status === "rejected" ? <Badge tone="danger">Rejected</Badge> : <Badge tone="warning">Open</Badge>;
}
