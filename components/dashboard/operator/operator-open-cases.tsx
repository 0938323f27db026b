import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import { DataTable } from "@/components/ui/table/data-table";

export type OpenCaseRow = {
  kind: string;
  subject: string;
  transactionId: string | null;
  accountNumber: string | null;
  currency: string | null;
  amount: string | null;
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
        columns={["Transaction", "Account", "Amount", "What it waits for", "Since", "Next try"]}
        empty="No case is open."
        rows={openCases.map((open) => ({
          key: `${open.kind} ${open.subject} ${open.waitsFor}`,
          cells: [
            <code key="id">{open.transactionId ?? open.subject}</code>,
            open.accountNumber ?? "Unknown",
            open.amount ? `${open.currency} ${open.amount}` : "Unknown",
            open.waitsFor,
            <Moment key="since" at={open.since} />,
            open.nextAt ? <Moment key="next" at={open.nextAt} /> : "By an operator",
          ],
        }))}
      />
    </Card>
  );
}
