import { ArrowDownRight, ArrowUpRight } from "lucide";
import type { ReactNode } from "react";
import { Sparkline } from "@/components/ui/charts/sparkline";
import { Icon } from "@/components/ui/icon";
import { Money } from "@/components/ui/table/cells";
import { Unseen } from "@/components/ui/unseen";
import type { Figures } from "@/lib/dashboard/views/overview-figures";
import { formatMoney, moneyParts } from "@/lib/format/money";
import type { BalanceRecord } from "@/lib/profile/contract";
import { Balances } from "./balances";
import styles from "./stat-tiles.module.css";

type Props = {
  currency: string;
  balances: readonly BalanceRecord[];
  /** The balance at the end of each day. */
  balanceLine: readonly number[];
  figures: Figures;
};

const allBalancesId = "all-balances";
const othersShown = 2;

/** Balance, volumes and success rate of one currency. */
export function StatTiles({ currency, balances, balanceLine, figures }: Props) {
  const { today, yesterday, month, monthBefore, change, successRate, tried, lines } = figures;
  const numberOf = (amount: string) => moneyParts({ amount, currency }).number;
  const amountText = (value: number) => formatMoney({ amount: value.toFixed(2), currency });
  return (
    <dl className={styles.tiles}>
      <Tile
        label="Available balance"
        line={<Sparkline summary={spanOf(balanceLine, amountText)} values={balanceLine} />}
      >
        <Money
          amount={balances.find((one) => one.currency === currency)?.balance ?? "0.00"}
          currency={currency}
          size="large"
        />
        <OtherBalances balances={balances.filter((one) => one.currency !== currency)} all={balances} />
      </Tile>
      <Tile
        label="Volume today"
        line={
          <Sparkline
            summary={`${amountText(lines.today.at(-1) ?? 0)} until now. Yesterday ${amountText(lines.yesterday.at(-1) ?? 0)} in the whole day.`}
            values={lines.today}
            before={lines.yesterday}
          />
        }
      >
        <Money amount={today.volume} currency={currency} size="medium" />
        <p className={styles.note}>
          {countOf(today.payments, "payment")} · yesterday {numberOf(yesterday)}
        </p>
      </Tile>
      <Tile
        label="Volume, last 30 days"
        line={<Sparkline summary={spanOf(lines.volume, amountText)} values={tried === 0 ? [] : lines.volume} />}
      >
        <Money amount={month} currency={currency} size="medium" />
        <Change by={change} unit="%">
          from {numberOf(monthBefore ?? "0.00")}
        </Change>
      </Tile>
      <Tile
        label="Success rate"
        line={
          <Sparkline
            summary={spanOf(lines.successRate, (rate) => `${rate.toFixed(1)}%`)}
            values={lines.successRate}
            bottom={Math.min(80, ...lines.successRate)}
            top={100}
          />
        }
      >
        <span className={styles.figure}>{successRate === null ? "–" : `${successRate.toFixed(1)}%`}</span>
        <p className={styles.note}>
          {tried > 0 ? `${figures.paid.toLocaleString("en")} of ${countOf(tried, "attempt")}` : "No attempts yet"}
        </p>
      </Tile>
    </dl>
  );
}

const spanOf = (values: readonly number[], text: (value: number) => string): string =>
  `From ${text(values[0] ?? 0)} to ${text(values.at(-1) ?? 0)} in 30 days.`;

export const countOf = (number: number, noun: string): string =>
  `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

/** One figure of a `<dl>` of tiles, with a line below it or, on a phone, beside it. */
export function Tile({ label, line, children }: { label: string; line?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.tile}>
      <dt>{label}</dt>
      <dd>{children}</dd>
      {line && <dd className={styles.line}>{line}</dd>}
    </div>
  );
}

type ChangeProps = { by: number | null; unit?: string /** What it is compared with. */; children: ReactNode };

/** How much a figure went up or down. */
export function Change({ by, unit = "", children }: ChangeProps) {
  if (by === null) return <p className={styles.note}>Nothing to compare with yet</p>;
  const isUp = by >= 0;
  return (
    <p className={styles.note}>
      <span className={isUp ? styles.up : styles.down}>
        <Icon of={isUp ? ArrowUpRight : ArrowDownRight} size={14} />
        <Unseen>{isUp ? "Up" : "Down"} </Unseen>
        {Math.abs(by).toFixed(1)}
        {unit}
      </span>{" "}
      {children}
    </p>
  );
}

/** The two largest other balances in one line. A button opens all of them. */
function OtherBalances({ balances, all }: { balances: readonly BalanceRecord[]; all: readonly BalanceRecord[] }) {
  const shown = [...balances].sort((a, b) => Number(b.balance) - Number(a.balance)).slice(0, othersShown);
  const more = balances.length - shown.length;
  return (
    <div className={styles.note}>
      {shown.map(({ balance: amount, currency }) => formatMoney({ amount, currency })).join(" · ")}
      {" · "}
      <button type="button" popoverTarget={allBalancesId} className={styles.more}>
        {more > 0 ? `${more} more` : "Details"}
      </button>
      <section id={allBalancesId} popover="auto" className={styles.all} aria-label="All balances">
        <Balances balances={all} />
      </section>
    </div>
  );
}
