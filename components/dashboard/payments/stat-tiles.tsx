import { ArrowDownRight, ArrowUpRight } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import { Money } from "@/components/ui/table/cells";
import { Unseen } from "@/components/ui/unseen";
import type { Figures } from "@/lib/dashboard/views/overview-figures";
import { formatMoney, moneyParts } from "@/lib/format/money";
import type { BalanceRecord } from "@/lib/profile/contract";
import { Balances } from "./balances";
import styles from "./stat-tiles.module.css";

type Props = { currency: string; balances: readonly BalanceRecord[]; figures: Figures | null };

const allBalancesId = "all-balances";
const othersShown = 2;

/** Balance, volumes and success rate of one currency. */
export function StatTiles({ currency, balances, figures }: Props) {
  const { today = { volume: "0.00", payments: 0 }, yesterday = "0.00", month = "0.00" } = figures ?? {};
  const numberOf = (amount: string) => moneyParts({ amount, currency }).number;
  return (
    <dl className={styles.tiles}>
      <Tile label="Available balance">
        <Money
          amount={balances.find((one) => one.currency === currency)?.balance ?? "0.00"}
          currency={currency}
          size="large"
        />
        <OtherBalances balances={balances.filter((one) => one.currency !== currency)} all={balances} />
      </Tile>
      <Tile label="Volume today">
        <Money amount={today.volume} currency={currency} size="medium" />
        <p className={styles.note}>
          {countOf(today.payments, "payment")} · yesterday {numberOf(yesterday)}
        </p>
      </Tile>
      <Tile label="Volume, last 30 days">
        <Money amount={month} currency={currency} size="medium" />
        <Change figures={figures} />
      </Tile>
      <Tile label="Success rate">
        <span className={styles.figure}>
          {figures?.successRate != null ? `${figures.successRate.toFixed(1)}%` : "–"}
        </span>
        <p className={styles.note}>
          {figures?.tried
            ? `${figures.paid.toLocaleString("en")} of ${countOf(figures.tried, "attempt")}`
            : "No attempts yet"}
        </p>
      </Tile>
    </dl>
  );
}

export const countOf = (number: number, noun: string): string =>
  `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

/** One figure of a `<dl>` of tiles. */
export function Tile({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.tile}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Change({ figures }: { figures: Figures | null }) {
  const { change = null, monthBefore = null } = figures ?? {};
  if (figures === null || change === null || monthBefore === null) {
    return <p className={styles.note}>Nothing to compare with yet</p>;
  }
  const isUp = change >= 0;
  return (
    <p className={styles.note}>
      <span className={isUp ? styles.up : styles.down}>
        <Icon of={isUp ? ArrowUpRight : ArrowDownRight} size={14} />
        <Unseen>{isUp ? "Up" : "Down"} </Unseen>
        {Math.abs(change).toFixed(1)}%
      </span>{" "}
      from {moneyParts({ amount: monthBefore, currency: figures.currency }).number}
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
