import { ActionForm } from "@/components/dashboard/ui/action-form";
import styles from "@/components/dashboard/ui/action-form.module.css";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import { PageHead } from "@/components/ui/page-head";
import { Money } from "@/components/ui/table/cells";
import { DataTable } from "@/components/ui/table/data-table";
import { Facts } from "@/components/ui/table/facts";
import type { Money as Amount } from "@/lib/format/money";
import { type About, AboutPayment } from "./about-payment";
import { type Account, Accounts } from "./operator-accounts";
import { Acquirer, type AcquirerHealth } from "./operator-acquirer";
import { type OpenCaseRow, OpenCases } from "./operator-open-cases";
import { LateApprovals, type Refund, Refunds } from "./operator-refunds";
import { Settlement, type SettlementProps } from "./operator-settlement";

type Stuck = About & { waitsFor: "answer" | "void"; since: Date; tries: number; nextAt: Date };
type Chargeback = About & Amount & { openedAt: Date };
type Held = About & Amount & { since: Date; confirmBy: Date | null };
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
        columns={["Withdrawal", "Amount", "Held since (UTC)", "Released"]}
        empty="No withdrawal is held."
        rows={held.map(({ transactionId, accountNumber, currency, amount, since, confirmBy }) => ({
          key: transactionId,
          cells: [
            <AboutPayment key="about" id={transactionId} accountNumber={accountNumber} />,
            <Money key="amount" amount={amount} currency={currency} />,
            <Moment key="since" at={since} format="shortWithYear" />,
            confirmBy ? (
              <span key="released">
                When the owner confirms the new payee, or at <Moment at={confirmBy} format="shortWithYear" />
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
        columns={["Transaction", "Amount", "Opened (UTC)", ""]}
        empty="No chargeback is open."
        rows={chargebacks.map(({ transactionId, accountNumber, currency, amount, openedAt }) => ({
          key: transactionId,
          cells: [
            <AboutPayment key="about" id={transactionId} accountNumber={accountNumber} />,
            <Money key="amount" amount={amount} currency={currency} />,
            <Moment key="opened" at={openedAt} format="shortWithYear" />,
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
