import { countOf, Tile } from "@/components/dashboard/overview/stat-tiles";
import tiles from "@/components/dashboard/overview/stat-tiles.module.css";
import { Money } from "@/components/ui/table/cells";
import type { PayerView } from "@/lib/dashboard/views/payer";
import { formatMoney } from "@/lib/format/money";

type Sum = PayerView["sums"][number];

/** What the payer paid and got back, and how often nothing was charged. */
export function PayerSums({ payer: { sums, declined, left } }: { payer: PayerView }) {
  const [first, ...others] = sums;
  const further = (amountOf: (sum: Sum) => string) =>
    others
      .filter((sum) => amountOf(sum) !== "0.00")
      .map((sum) => ` · ${formatMoney({ amount: amountOf(sum), currency: sum.currency })}`)
      .join("");
  const sumOf = (countIn: (sum: Sum) => number) => sums.reduce((total, sum) => total + countIn(sum), 0);
  const amountTile = (label: string, noun: string, amountOf: (sum: Sum) => string, countIn: (sum: Sum) => number) => (
    <Tile label={label}>
      {first ? <Money amount={amountOf(first)} currency={first.currency} size="medium" /> : <Count of={0} />}
      <p className={tiles.note}>
        {countOf(sumOf(countIn), noun)}
        {further(amountOf)}
      </p>
    </Tile>
  );
  return (
    <dl className={tiles.tiles}>
      {amountTile(
        "Paid",
        "payment",
        ({ paid }) => paid,
        ({ payments }) => payments,
      )}
      {amountTile(
        "Refunded",
        "refund",
        ({ refunded }) => refunded,
        ({ refunds }) => refunds,
      )}
      <Tile label="Declined">
        <Count of={declined} />
        <p className={tiles.note}>not charged</p>
      </Tile>
      <Tile label="Left without trying">
        <Count of={left} />
        <p className={tiles.note}>not charged</p>
      </Tile>
    </dl>
  );
}

const Count = ({ of }: { of: number }) => <span className={tiles.figure}>{of.toLocaleString("en")}</span>;
