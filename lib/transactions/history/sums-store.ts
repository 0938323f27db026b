import { query } from "@/lib/db/client";
import { type Statement, sql } from "@/lib/db/sql";
import type { Owner } from "@/lib/http/message/caller";
import type { Minor } from "@/lib/kit/money";
import type { Currency } from "@/lib/reference/currencies";
import type { Environment } from "@/lib/reference/platforms";

/** Payments with a result that were requested in one hour or day. Open payments and micro-charges count nowhere. */
type SumRow = {
  /** The start of the hour or day. */
  from: Date;
  outcome: "paid" | "declined" | "abandoned";
  /** The response code of declined payments, otherwise empty. */
  code: string;
  payments: number;
};
export type CurrencySumRow = SumRow & {
  currency: Currency;
  /** The sum that paid payments debited from payers. */
  volume: Minor;
};

type Times = {
  /** The earliest time. Days begin at this time of day. */
  since: Date;
  /** From here on there is a row per hour, before it one per day. */
  hourlySince: Date;
};

/** The sums, and the payments that the worker has not added to them yet. So the figures are exact at any time. */
const sums = (condition: Statement) => sql`
  (SELECT hour, currency, outcome, code, payments, volume FROM payment_sum WHERE ${condition}
   UNION ALL
   SELECT hour, currency, outcome, code, 1, volume FROM payment_sum_change WHERE ${condition})`;

/** The payments of a link. A link has few payments compared with its merchant, so they are summed anew. */
const sumsOfLink = (condition: Statement, paymentLinkId: string) => sql`
  (SELECT accepted_at AS hour, currency, outcome, CASE WHEN outcome = 'declined' THEN code ELSE '' END AS code,
     1 AS payments, CASE WHEN outcome = 'paid' THEN total + customer_fee ELSE 0 END AS volume
   FROM checkout_session s, outcome_to_sum(s.status, s.code, s.attempt_id, s.last_code) AS outcome
   WHERE ${condition} AND payment_link_id = ${paymentLinkId} AND status IS NOT NULL AND purpose <> 'card_create')`;

/** Sums per hour or day, currency, outcome and code: of one payment link or of all payments. */
export function findSums(
  { accountNumber, environment }: Owner,
  { since, hourlySince }: Times,
  paymentLinkId: string | null,
): Promise<CurrencySumRow[]> {
  const isOwn = sql`account_number = ${accountNumber} AND environment = ${environment}`;
  const source =
    paymentLinkId === null
      ? sums(sql`${isOwn} AND hour >= ${since}`)
      : sumsOfLink(sql`${isOwn} AND accepted_at >= ${since}`, paymentLinkId);
  return query<CurrencySumRow>(sql`
    SELECT date_bin(CASE WHEN hour >= ${hourlySince} THEN interval '1 hour' ELSE interval '1 day' END,
        hour, ${since}::timestamptz) AS "from",
      currency, outcome, code, sum(payments)::int AS payments, sum(volume)::bigint AS volume
    FROM ${source} AS source GROUP BY 1, 2, 3, 4`);
}

/** Sums of all merchants, per hour. */
export function findSumsOfAll(environment: Environment, since: Date): Promise<Omit<SumRow, "code">[]> {
  return query(sql`
    SELECT hour AS "from", outcome, sum(payments)::int AS payments
    FROM ${sums(sql`environment = ${environment} AND hour >= ${since}`)} AS source GROUP BY 1, 2`);
}

/**
 * Adds at most `limit` payments to the sums, oldest first, and returns their number. Workers that do it at the same
 * time take different rows, and lock the sums in the same order.
 */
export async function addToSums(limit: number): Promise<number> {
  const [row] = await query<{ added: number }>(sql`
    WITH taken AS (
      DELETE FROM payment_sum_change WHERE session_id IN (
        SELECT session_id FROM payment_sum_change ORDER BY session_id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      RETURNING *),
    added AS (
      INSERT INTO payment_sum AS s (account_number, environment, hour, currency, outcome, code, payments, volume)
      SELECT account_number, environment, hour, currency, outcome, code, count(*), sum(volume) FROM taken
      GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
      ON CONFLICT (account_number, environment, hour, currency, outcome, code)
      DO UPDATE SET payments = s.payments + excluded.payments, volume = s.volume + excluded.volume)
    SELECT count(*)::int AS added FROM taken`);
  return row?.added ?? 0;
}

/** Records today's balances that differ from the last recorded ones. `zones` has the time zone of each platform. */
export async function recordBalances(at: Date, zones: Readonly<Record<string, string>>): Promise<void> {
  await query(sql`
    INSERT INTO balance_day (account_number, environment, currency, day, available)
    SELECT b.account_number, b.environment, b.currency,
      (${at}::timestamptz AT TIME ZONE (${JSON.stringify(zones)}::jsonb ->> a.home_platform::text))::date, b.available
    FROM merchant_balance b JOIN account a USING (account_number)
    WHERE b.available IS DISTINCT FROM (
      SELECT d.available FROM balance_day d
      WHERE (d.account_number, d.environment, d.currency) = (b.account_number, b.environment, b.currency)
      ORDER BY d.day DESC LIMIT 1)
    ON CONFLICT (account_number, environment, currency, day) DO UPDATE SET available = excluded.available`);
}

export type BalanceRow = {
  currency: Currency;
  /** `2026-11-16` */
  day: string;
  available: Minor;
};

/** The recorded balances since a day, and the last one before it, oldest first. */
export function findBalanceDays({ accountNumber, environment }: Owner, since: string): Promise<BalanceRow[]> {
  return query<BalanceRow>(sql`
    SELECT currency, day::text AS day, available FROM balance_day d
    WHERE account_number = ${accountNumber} AND environment = ${environment} AND day >= coalesce((
      SELECT max(day) FROM balance_day b
      WHERE (b.account_number, b.environment, b.currency) = (d.account_number, d.environment, d.currency)
        AND day <= ${since}::date), ${since}::date)
    ORDER BY day`);
}
