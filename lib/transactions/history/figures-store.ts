import { db, query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import type { Owner } from "@/lib/http/route/caller";
import type { Minor } from "@/lib/kit/money";
import type { Currency } from "@/lib/reference/currencies";
import { isAbandoned } from "./abandoned-store";

/** A merchant's payments that were requested on one day in one currency. */
export type DayRow = {
  /** The start of the day in UTC. */
  day: Date;
  currency: Currency;
  /** The number of finalised payments, without abandoned ones. */
  attempted: number;
  succeeded: number;
  /** The sum that successful payments debited from customers. */
  volume: Minor;
};

/** Payments per day and currency, without micro-charges. The index of the transaction list answers the query. */
export function findDays({ accountNumber, environment }: Owner, since: Date): Promise<DayRow[]> {
  return query<DayRow>(sql`
    SELECT date_bin('1 day', accepted_at, '2000-01-01T00:00:00Z'::timestamptz) AS day, currency,
      count(status) FILTER (WHERE NOT ${isAbandoned})::int AS attempted,
      count(*) FILTER (WHERE status = 'success')::int AS succeeded,
      coalesce(sum(total + customer_fee) FILTER (WHERE status = 'success'), 0)::bigint AS volume
    FROM checkout_session
    WHERE account_number = ${accountNumber} AND environment = ${environment} AND accepted_at >= ${since}
      AND purpose <> 'card_create'
    GROUP BY 1, 2`);
}

/* Counts of open work, such as refunds. A partial index that holds only the counted rows answers each count. */

export function countOpenRefunds(owner: Owner): Promise<number> {
  return db().refund.count({ where: { endedAt: null, session: { ...owner, purpose: { not: "card_create" } } } });
}

export function countOpenChargebacks(owner: Owner): Promise<number> {
  return db().chargeback.count({ where: { status: "open", session: owner } });
}

export function countLegacyRequests(owner: Owner, since: Date): Promise<number> {
  return db().checkoutSession.count({ where: { ...owner, isLegacy: true, acceptedAt: { gte: since } } });
}
