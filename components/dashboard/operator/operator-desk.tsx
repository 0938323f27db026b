import { countOf } from "@/components/dashboard/overview/stat-tiles";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import { PageHead } from "@/components/ui/page-head";
import { Facts } from "@/components/ui/table/facts";
import type { DeskView } from "@/lib/dashboard/views/operator-desk";
import { Accounts } from "./operator-accounts";
import { Acquirer } from "./operator-acquirer";
import { Chargebacks, HeldWithdrawals, LateApprovals, OpenCases, Refunds, StuckAttempts } from "./operator-cases";
import { DeskCharts, DeskTiles, Exceptions, OldestOpenMoney } from "./operator-figures";
import { Settlement } from "./operator-settlement";

type Props = DeskView & { mode: string; wanted: string | undefined };

/** Everything that needs the operator's attention, across all accounts. */
export function OperatorDesk(props: Props) {
  const { mode, wanted, stuck, chargebacks, refunds, lateApprovals, accounts, withdrawals, held, report, commands } =
    props;
  return (
    <>
      <PageHead title="Operator desk">
        <p>All accounts. Each change is recorded in the audit log of its account.</p>
      </PageHead>
      <DeskTiles figures={props.figures} report={report} />
      <DeskCharts figures={props.figures} />
      <OldestOpenMoney figures={props.figures} />
      <Exceptions exceptions={props.exceptions} />
      <Card title="Books">
        <Facts
          facts={[
            ["Last comparison with the gateway", <Comparison key="report" report={report} command={commands.report} />],
            [
              "Withdrawals that wait for a bank file",
              <Withdrawals key="withdrawals" count={withdrawals} command={commands.export} />,
            ],
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
      <HeldWithdrawals held={held} commands={commands} />
      <Accounts mode={mode} wanted={wanted} accounts={accounts} />
    </>
  );
}

function Comparison({ report, command }: Pick<Props, "report"> & { command: string }) {
  if (!report) return "None yet";
  return (
    <>
      {report.differences === 0 ? (
        <Badge tone="success">The books agree</Badge>
      ) : (
        <Badge tone="danger">{countOf(report.differences, "difference")}</Badge>
      )}{" "}
      until <Moment at={report.until} />. More: <code>{command}</code>
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
        <Badge tone="danger">{countOf(problems.length, "difference")}</Badge>
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

function Withdrawals({ count, command }: { count: number; command: string }) {
  if (count === 0) return "None";
  return (
    <>
      {count}. Write the file with <code>{command}</code>
    </>
  );
}
