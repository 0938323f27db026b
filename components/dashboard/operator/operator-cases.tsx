import type { ComponentProps, ReactNode } from "react";
import { ActionForm } from "@/components/dashboard/ui/action-form";
import styles from "@/components/dashboard/ui/action-form.module.css";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/table/cells";
import { DataTable } from "@/components/ui/table/data-table";
import type { DeskView } from "@/lib/dashboard/views/operator-desk";
import about from "./operator-cases.module.css";

/** The lists of payments and withdrawals on the operator's desk. */

type TableProps = ComponentProps<typeof DataTable> & { title: string; children?: ReactNode };

const CaseTable = ({ title, children, ...table }: TableProps) => (
  <Card title={title}>
    {children}
    <DataTable {...table} />
  </Card>
);

/** The id of a payment or withdrawal above its account. One column, because the tables of the desk have little room. */
export function AboutPayment({ id, accountNumber }: { id: string; accountNumber: string | null | undefined }) {
  return (
    <>
      <code>{id}</code>
      <span className={about.account}>
        {accountNumber ? "Account" : "Unknown account"} <span>{accountNumber}</span>
      </span>
    </>
  );
}

type Case = { transactionId: string; accountNumber: string; currency: string; amount: bigint };

/** The first three cells of a row: what it is about, its amount and its time. */
const cellsOf = ({ transactionId, accountNumber, currency, amount }: Case, at: Date) => [
  <AboutPayment key="about" id={transactionId} accountNumber={accountNumber} />,
  <Money key="amount" amount={amount} currency={currency} />,
  <Moment key="at" at={at} format="shortWithYear" />,
];

/** Every live charge, void, refund or comparison that has no outcome yet. */
export const OpenCases = ({ openCases }: { openCases: NonNullable<DeskView["openCases"]> }) => (
  <CaseTable
    title="Open cases"
    caption="Live work without an outcome, the oldest first"
    columns={["Transaction", "Amount", "Since (UTC)", "Waits for"]}
    empty="No case is open."
    rows={openCases.map(
      ({ kind, subject, transactionId, accountNumber, currency, amount, since, waitsFor, nextAt }) => ({
        key: `${kind} ${subject} ${waitsFor}`,
        cells: [
          <AboutPayment key="about" id={transactionId ?? subject} accountNumber={accountNumber} />,
          amount !== null && currency !== null ? <Money key="amount" amount={amount} currency={currency} /> : "Unknown",
          <Moment key="since" at={since} format="shortWithYear" />,
          nextAt ? (
            <span key="waits">
              {waitsFor} Next try: <Moment at={nextAt} format="shortWithYear" />
            </span>
          ) : (
            `${waitsFor} An operator must end the case.`
          ),
        ],
      }),
    )}
  />
);

export const StuckAttempts = ({ stuck }: Pick<DeskView, "stuck">) => (
  <CaseTable
    title="Stuck payments"
    caption="Payments that are stuck"
    columns={["Transaction", "Since (UTC)", "Problem", "Next try (UTC)"]}
    empty="No payment is stuck."
    rows={stuck.map(({ transactionId, accountNumber, waitsFor, since, tries, nextAt }) => ({
      key: `${transactionId} ${waitsFor}`,
      cells: [
        <AboutPayment key="about" id={transactionId} accountNumber={accountNumber} />,
        <Moment key="since" at={since} format="shortWithYear" />,
        waitsFor === "answer" ? "The gateway does not report the result" : "The gateway does not void the charge",
        <span key="next">
          <Moment at={nextAt} format="shortWithYear" /> after {tries} tries
        </span>,
      ],
    }))}
  />
);

export function Chargebacks({ mode, chargebacks }: Pick<DeskView, "chargebacks"> & { mode: string }) {
  const decide = (transactionId: string, outcome: "won" | "lost") => (
    <ActionForm
      action={`/dashboard/${mode}/actions/operator-chargeback`}
      values={{ transaction_id: transactionId, outcome }}
      submit={outcome === "won" ? "Merchant won" : "Merchant lost"}
      confirm={{
        title: `Record that the merchant ${outcome}?`,
        text: `The bank has decided about the payment ${transactionId}. This is final.`,
      }}
      kind="secondary"
    />
  );
  return (
    <CaseTable
      title="Open chargebacks"
      caption="Chargebacks that are to be decided"
      columns={["Transaction", "Amount", "Opened (UTC)", ""]}
      empty="No chargeback is open."
      rows={chargebacks.map((chargeback) => ({
        key: chargeback.transactionId,
        cells: [
          ...cellsOf(chargeback, chargeback.openedAt),
          <div key="decide" className={styles.foot}>
            {decide(chargeback.transactionId, "won")}
            {decide(chargeback.transactionId, "lost")}
          </div>,
        ],
      }))}
    />
  );
}

export const Refunds = ({ refunds }: Pick<DeskView, "refunds">) => (
  <CaseTable
    title="Refunds"
    caption="Refunds that are open for long, or were rejected in the last seven days"
    columns={["Transaction", "Amount", "Requested (UTC)", "State"]}
    empty="No refund is open for long, and none was rejected in the last seven days."
    rows={refunds.map((refund) => ({
      key: refund.id,
      cells: [
        ...cellsOf(refund, refund.requestedAt),
        <RefundState key="state" status={refund.status} otherwise="Open for long" />,
      ],
    }))}
  />
);

export const LateApprovals = ({ lateApprovals }: Pick<DeskView, "lateApprovals">) => (
  <CaseTable
    title="Late approvals"
    caption="Late approvals refunded at our expense, of the last 30 days or open"
    columns={["Transaction", "Amount", "Refund requested (UTC)", "State"]}
    empty="No late approval was refunded at our expense in the last 30 days."
    rows={lateApprovals.map((refund) => ({
      key: refund.id,
      cells: [
        ...cellsOf(refund, refund.requestedAt),
        <RefundState key="state" status={refund.status} otherwise="Open" />,
      ],
    }))}
  >
    <p>
      The gateway approved these charges after the payment had failed, and refused to void them. They are refunded at
      our expense, not the merchant's.
    </p>
  </CaseTable>
);

function RefundState({ status, otherwise }: { status: string; otherwise: string }) {
  if (status === "refunded") return <Badge tone="success">Refunded</Badge>;
  return status === "rejected" ? <Badge tone="danger">Rejected</Badge> : <Badge tone="warning">{otherwise}</Badge>;
}

export const HeldWithdrawals = ({ held, commands }: Pick<DeskView, "held" | "commands">) => (
  <CaseTable
    title="Held withdrawals"
    caption="Withdrawals that are held"
    columns={["Withdrawal", "Amount", "Held since (UTC)", "Released"]}
    empty="No withdrawal is held."
    rows={held.map(({ since, confirmBy, ...withdrawal }) => ({
      key: withdrawal.transactionId,
      cells: [
        ...cellsOf(withdrawal, since),
        <span key="released">
          {confirmBy ? (
            <>
              When the owner confirms the new payee, or at <Moment at={confirmBy} format="shortWithYear" />
            </>
          ) : (
            <>
              By <code>{commands.release}</code>
            </>
          )}
        </span>,
      ],
    }))}
  />
);
