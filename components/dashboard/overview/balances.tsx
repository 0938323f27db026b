import { DataTable } from "@/components/ui/table/data-table";
import { moneyParts } from "@/lib/format/money";
import type { BalanceRecord } from "@/lib/profile/contract";

/** What the account has in each currency. */
export function Balances({ balances }: { balances: readonly BalanceRecord[] }) {
  return (
    <DataTable
      caption="Balances"
      columns={[
        "Currency",
        { label: "Available", align: "end" },
        { label: "Held", align: "end" },
        { label: "Owed", align: "end" },
      ]}
      empty="There is no balance yet."
      rows={balances.map(({ currency, balance, held, owed }) => ({
        key: currency,
        cells: [currency, ...[balance, held, owed].map((amount) => moneyParts({ amount, currency }).number)],
      }))}
    />
  );
}
