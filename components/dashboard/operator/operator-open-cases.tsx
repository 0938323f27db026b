import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/table/cells";
import { DataTable } from "@/components/ui/table/data-table";
import type { Money as Amount } from "@/lib/format/money";
import { AboutPayment } from "./about-payment";

export type OpenCaseRow = {
  kind: string;
  subject: string;
  transactionId: string | null;
  accountNumber: string | null;
  currency: string | null;
  amount: Amount["amount"] | null;
  since: Date;
  waitsFor: string;
  nextAt: Date | null;
};

/** Every live charge, void, refund or comparison that has no outcome yet. */
export function OpenCases({ openCases }: { openCases: readonly OpenCaseRow[] }) {
  return (
    <Card title="Open cases">
      <DataTable
        caption="Live work without an outcome, the oldest first"
        columns={["Transaction", "Amount", "Since (UTC)", "Waits for"]}
        empty="No case is open."
        rows={openCases.map((open) => ({
          key: `${open.kind} ${open.subject} ${open.waitsFor}`,
          cells: [
            <AboutPayment key="about" id={open.transactionId ?? open.subject} accountNumber={open.accountNumber} />,
            open.amount !== null && open.currency !== null ? (
              <Money key="amount" amount={open.amount} currency={open.currency} />
            ) : (
              "Unknown"
            ),
            <Moment key="since" at={open.since} format="shortWithYear" />,
            <WaitsFor key="waits" open={open} />,
          ],
        }))}
      />
    </Card>
  );
}

function WaitsFor({ open: { waitsFor, nextAt } }: { open: OpenCaseRow }) {
  if (!nextAt) return `${waitsFor} An operator must end the case.`;
  return (
    <span>
      {waitsFor} Next try: <Moment at={nextAt} format="shortWithYear" />
    </span>
  );
}
