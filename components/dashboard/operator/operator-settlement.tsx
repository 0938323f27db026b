import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import { DataTable } from "@/components/ui/table/data-table";
import { Facts } from "@/components/ui/table/facts";
import type { DeskView } from "@/lib/dashboard/views/operator-desk";
import { AboutPayment } from "./operator-cases";

type Props = NonNullable<DeskView["settlement"]>;

/** The comparison of our live charges and refunds with the acquirer's list. */
export function Settlement({ last, differences, differenceCount }: Props) {
  return (
    <Card title="Settlement">
      <Facts
        facts={[
          ["Last day compared with the acquirer", <LastDay key="last" last={last} />],
          ["Differences of the last 31 days", last ? <Count key="count" count={differenceCount} /> : "Not known yet"],
        ]}
      />
      <DataTable
        caption="Differences between our charges and the acquirer's"
        columns={["Transaction", "Day", "Difference"]}
        empty={last ? "Our charges and the acquirer's agree." : "Nothing was compared yet."}
        rows={differences.map(({ day, subject, problem, transactionId, accountNumber }) => ({
          key: `${day} ${subject} ${problem}`,
          cells: [
            <AboutPayment key="about" id={transactionId ?? subject} accountNumber={accountNumber} />,
            <Moment key="day" at={day} format="date" />,
            problem,
          ],
        }))}
      />
    </Card>
  );
}

function LastDay({ last }: Pick<Props, "last">) {
  if (!last) return "None yet";
  return (
    <>
      {last.day}, compared <Moment at={last.comparedAt} />. Compare again: <code>{last.compareAgain}</code>
    </>
  );
}

function Count({ count }: { count: number }) {
  return count === 0 ? <Badge tone="success">None</Badge> : <Badge tone="danger">{count}</Badge>;
}
