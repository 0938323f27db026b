import { ActionForm } from "@/components/dashboard/ui/action-form";
import styles from "@/components/dashboard/ui/action-form.module.css";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import { PageHead } from "@/components/ui/page-head";
import { DataTable } from "@/components/ui/table/data-table";
import { Facts } from "@/components/ui/table/facts";
import { type Account, Accounts } from "./operator-accounts";
import { Acquirer, type AcquirerHealth } from "./operator-acquirer";
import { type OpenCaseRow, OpenCases } from "./operator-open-cases";
import { Settlement, type SettlementProps } from "./operator-settlement";

type About = { transactionId: string; accountNumber: string };
type Stuck = About & { waitsFor: "answer" | "void"; since: Date; tries: number; nextAt: Date };
type Chargeback = About & { currency: string; amount: string; openedAt: Date };
type Refund = About & { id: string; currency: string; amount: string; status: string; requestedAt: Date };
type Held = About & { currency: string; amount: string; since: Date; confirmBy: Date | null };
type Props = {
  mode: string;
  wanted: string | undefined;
  stuck: readonly Stuck[];
  chargebacks: readonly Chargeback[];
  refunds: readonly Refund[];
  lateApprovals: readonly Refund[];
  accounts: readonly Account[];
  withdrawals: number;
  held: readonly Held[];
  report: { until: Date; differences: number } | null;
  /** Null in sandbox, which has no acquirer to compare with. */
  settlement: SettlementProps | null;
  /** Null in sandbox, whose open payments are listed as stuck after some minutes. */
  openCases: readonly OpenCaseRow[] | null;
  scripts: { checkedAt: Date; isLate: boolean; problems: readonly string[] } | null;
  acquirer: AcquirerHealth | null;
};

/** Everything that needs the operator's attention, across all accounts. */
export function OperatorDesk(props: Props) {
  const { mode, wanted, stuck, chargebacks, refunds, lateApprovals, accounts, withdrawals, held, report } = props;
  return (
    <>
      <PageHead title="Operator">
        <p>
          Everything that needs an operator, over all accounts. The audit log of an account records what you change
          there.
        </p>
      </PageHead>
      <Card title="Books">
        <Facts
          facts={[
            ["Last comparison with the gateway", <Comparison key="report" report={report} />],
            ["Withdrawals that wait for a bank file", <Withdrawals key="withdrawals" count={withdrawals} />],
          ]}
        />
      </Card>
      <Acquirer acquirer={props.acquirer} />
      {props.openCases && <OpenCases openCases={props.openCases} />}
      {props.settlement && <Settlement {...props.settlement} />}
      <PaymentPage scripts={props.scripts} />
      <StuckAttempts stuck={stuck} />
      <Chargebacks mode={mode} chargebacks={chargebacks} />
      <Refunds refunds={refunds} />
      <LateApprovals lateApprovals={lateApprovals} />
      <HeldWithdrawals held={held} />
      <Accounts mode={mode} wanted={wanted} accounts={accounts} />
    </>
  );
}

function Comparison({ report }: Pick<Props, "report">) {
  if (!report) return "None yet";
  return (
    <>
      {report.differences === 0 ? (
        <Badge tone="success">The books agree</Badge>
      ) : (
        <Badge tone="danger">{`${report.differences} differences`}</Badge>
      )}{" "}
      until <Moment at={report.until} />. More: <code>npm run ledger -- report</code>
    </>
  );
}

/** Whether the scripts of the served payment page match the build (docs/card-data.md). */
function PaymentPage({ scripts }: Pick<Props, "scripts">) {
  return (
    <Card title="Payment page">
      <Facts facts={[["Scripts compared with the build", <ScriptCheck key="scripts" scripts={scripts} />]]} />
    </Card>
  );
}

function ScriptCheck({ scripts }: Pick<Props, "scripts">) {
  if (!scripts) return "Not yet";
  const { checkedAt, isLate, problems } = scripts;
  return (
    <>
      {problems.length === 0 ? (
        <Badge tone={isLate ? "warning" : "success"}>{isLate ? "Not checked for a day" : "As built"}</Badge>
      ) : (
        <Badge tone="danger">{`${problems.length} differences`}</Badge>
      )}{" "}
      <Moment at={checkedAt} />
      {problems.length > 0 && (
        <ul>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function Withdrawals({ count }: { count: number }) {
  if (count === 0) return "None";
  return (
    <>
      {count}. Write the file with <code>npm run withdrawals -- export</code>
    </>
  );
}

function HeldWithdrawals({ held }: Pick<Props, "held">) {
  return (
    <Card title="Held withdrawals">
      <DataTable
        caption="Withdrawals that are held"
        columns={["Withdrawal", "Account", "Amount", "Held since", "Released"]}
        empty="No withdrawal is held."
        rows={held.map(({ transactionId, accountNumber, currency, amount, since, confirmBy }) => ({
          key: transactionId,
          cells: [
            <code key="id">{transactionId}</code>,
            accountNumber,
            `${currency} ${amount}`,
            <Moment key="since" at={since} />,
            confirmBy ? (
              <span key="released">
                When the owner confirms the new payee, or at <Moment at={confirmBy} />
              </span>
            ) : (
              <span key="released">
                By <code>npm run withdrawals -- release</code>
              </span>
            ),
          ],
        }))}
      />
    </Card>
  );
}

function StuckAttempts({ stuck }: Pick<Props, "stuck">) {
  return (
    <Card title="Stuck payments">
      <DataTable
        caption="Payments that are stuck"
        columns={["Transaction", "Account", "What", "Since", "Tries", "Next step"]}
        empty="No payment is stuck."
        rows={stuck.map(({ transactionId, accountNumber, waitsFor, since, tries, nextAt }) => ({
          key: `${transactionId} ${waitsFor}`,
          cells: [
            <code key="id">{transactionId}</code>,
            accountNumber,
            waitsFor === "answer" ? "The gateway does not report the result" : "The gateway does not take it back",
            <Moment key="since" at={since} />,
            tries,
            <span key="next">
              {waitsFor === "answer" ? "Is asked again" : "Is told again"} at <Moment at={nextAt} />
            </span>,
          ],
        }))}
      />
    </Card>
  );
}

function Chargebacks({ mode, chargebacks }: Pick<Props, "mode" | "chargebacks">) {
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
    <Card title="Open chargebacks">
      <DataTable
        caption="Chargebacks that are to be decided"
        columns={["Transaction", "Account", "Amount", "Opened", ""]}
        empty="No chargeback is open."
        rows={chargebacks.map(({ transactionId, accountNumber, currency, amount, openedAt }) => ({
          key: transactionId,
          cells: [
            <code key="id">{transactionId}</code>,
            accountNumber,
            `${currency} ${amount}`,
            <Moment key="opened" at={openedAt} />,
            <div key="decide" className={styles.foot}>
              {decide(transactionId, "won")}
              {decide(transactionId, "lost")}
            </div>,
          ],
        }))}
      />
    </Card>
  );
}

function Refunds({ refunds }: Pick<Props, "refunds">) {
  return (
    <Card title="Refunds">
      <DataTable
        caption="Refunds that are open for long, or were rejected in the last seven days"
        columns={["Transaction", "Account", "Amount", "Asked for", "State"]}
        empty="No refund is open for long, and none was rejected in the last seven days."
        rows={refunds.map(({ id, transactionId, accountNumber, currency, amount, status, requestedAt }) => ({
          key: id,
          cells: [
            <code key="id">{transactionId}</code>,
            accountNumber,
            `${currency} ${amount}`,
            <Moment key="asked" at={requestedAt} />,
            <Badge key="state" tone={status === "rejected" ? "danger" : "warning"}>
              {status === "rejected" ? "Rejected" : "Open for long"}
            </Badge>,
          ],
        }))}
      />
    </Card>
  );
}

function LateApprovals({ lateApprovals }: Pick<Props, "lateApprovals">) {
  return (
    <Card title="Late approvals">
      <p>
        The gateway approved these charges after the payment had failed, and refused to void them. They are refunded at
        our expense, not the merchant's.
      </p>
      <DataTable
        caption="Late approvals refunded at our expense, of the last 30 days or open"
        columns={["Transaction", "Account", "Amount", "Refund requested", "State"]}
        empty="No late approval was refunded at our expense in the last 30 days."
        rows={lateApprovals.map(({ id, transactionId, accountNumber, currency, amount, status, requestedAt }) => ({
          key: id,
          cells: [
            <code key="id">{transactionId}</code>,
            accountNumber,
            `${currency} ${amount}`,
            <Moment key="requested" at={requestedAt} />,
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
