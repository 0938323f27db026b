import { db, query } from "@/lib/db/client";
import type { Owner } from "@/lib/http/route/caller";
import type { Minor } from "@/lib/kit/money";
import type { Currency } from "@/lib/reference/currencies";
import { isAbandoned } from "./abandoned-store";

/** What became of the payments that were asked for on one day, in one currency. */
export type DayRow = {
  /** When it began, in UTC. */
  day: Date;
  currency: Currency;
  /** Finalised, abandoned ones left out. */
  attempted: number;
  succeeded: number;
  /** What customers were debited. */
  volume: Minor;
};

/** One statement over the history's index. A micro-charge is no payment. */
export async function findDays({ accountNumber, environment }: Owner, since: Date): Promise<DayRow[]> {
  const rows = await query<DayRow>(
    "find-days",
    `SELECT date_bin('1 day', accepted_at, '2000-01-01T00:00:00Z'::timestamptz) AS day, currency,
       count(status) FILTER (WHERE NOT ${isAbandoned})::int AS attempted,
       count(*) FILTER (WHERE status = 'success')::int AS succeeded,
       coalesce(sum(total + customer_fee) FILTER (WHERE status = 'success'), 0)::bigint AS volume
     FROM checkout_session
     WHERE account_number = $1 AND environment = $2::environment AND accepted_at >= $3::timestamptz
       AND purpose <> 'card_create'
     GROUP BY 1, 2`,
    [accountNumber, environment, since.toISOString()],
  );
  return rows.map((row) => ({ ...row, volume: BigInt(row.volume) }));
}

/* What waits for somebody. Each is read from an index that holds nothing but such. */

export function countOpenRefunds(owner: Owner): Promise<number> {
  return db().refund.count({ where: { endedAt: null, session: { ...owner, purpose: { not: "card_create" } } } });
}

export function countOpenChargebacks(owner: Owner): Promise<number> {
  return db().chargeback.count({ where: { status: "open", session: owner } });
}

export function countLegacyRequests(owner: Owner, since: Date): Promise<number> {
  return db().checkoutSession.count({ where: { ...owner, isLegacy: true, acceptedAt: { gte: since } } });
}
