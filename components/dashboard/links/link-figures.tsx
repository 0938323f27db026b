import { countOf, Tile } from "@/components/dashboard/overview/stat-tiles";
import tiles from "@/components/dashboard/overview/stat-tiles.module.css";
import { Money } from "@/components/ui/table/cells";
import type { LinkSales } from "@/lib/dashboard/views/payment-links";
import { formatMoney } from "@/lib/format/money";
import type { LinkRecord } from "@/lib/payment-links/contract";
import styles from "./payment-link.module.css";

/** What a link has taken and sold, and how much of its stock is left. */
export function LinkFigures({ link, sales }: { link: LinkRecord; sales: LinkSales }) {
  const { currency } = link;
  const refunds = sales.refunded && ` and ${formatMoney({ amount: sales.refunded, currency })} refunded`;
  return (
    <dl className={tiles.tiles}>
      <Tile label="Taken">
        <Money amount={sales.taken} currency={currency} size="large" />
        <p className={tiles.note}>{countOf(sales.payments, "payment")}, fees included</p>
      </Tile>
      <Tile label="Credited to you">
        <Money amount={sales.credited} currency={currency} size="medium" />
        <p className={tiles.note}>after fees{refunds}</p>
      </Tile>
      <Tile label="Sold">
        <span className={tiles.figure}>{sales.pieces.toLocaleString("en")}</span>
        <p className={tiles.note}>{sales.recentPieces.toLocaleString("en")} in the last 7 days</p>
      </Tile>
      {link.max_uses !== null && <Stock uses={link.uses} stock={link.max_uses} />}
    </dl>
  );
}

/** Pieces that are being paid are not left. */
function Stock({ uses, stock }: { uses: number; stock: number }) {
  const left = `${(stock - uses).toLocaleString("en")} left`;
  return (
    <Tile label="Stock">
      <span className={tiles.figure}>
        {left} <span className={styles.of}>of {stock.toLocaleString("en")}</span>
      </span>
      <progress
        className={styles.stock}
        max={stock}
        value={uses}
        aria-label={`${left} of ${stock.toLocaleString("en")}`}
      />
    </Tile>
  );
}
