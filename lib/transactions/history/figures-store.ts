import { db, query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import type { Owner } from "@/lib/http/message/caller";
import type { Minor } from "@/lib/kit/money";
import type { Currency } from "@/lib/reference/currencies";
import { isAbandoned } from "./abandoned-store";

/** A merchant's payments that were requested on one day in one currency. */
export type DayRow = {
  /** The start of the day. */
  day: Date;
  currency: Currency;
  /** The number of finalised payments, without abandoned ones. */
  attempted: number;
  succeeded: number;
  /** The sum that successful payments debited from customers. */
  volume: Minor;
};

/**
 * Payments per day and currency, without micro-charges, of one payment link or of all. Days begin at the time of day of
 * `since`. The index of the transaction list answers the query about all.
 */
export function findDays(
  { accountNumber, environment }: Owner,
  since: Date,
  paymentLinkId: string | null,
): Promise<DayRow[]> {
  const isOfLink = paymentLinkId === null ? sql`` : sql`AND payment_link_id = ${paymentLinkId}`;
  return query<DayRow>(sql`
    SELECT date_bin('1 day', accepted_at, ${since}::timestamptz) AS day, currency,
      count(status) FILTER (WHERE NOT ${isAbandoned})::int AS attempted,
      count(*) FILTER (WHERE status = 'success')::int AS succeeded,
      coalesce(sum(total + customer_fee) FILTER (WHERE status = 'success'), 0)::bigint AS volume
    FROM checkout_session
    WHERE account_number = ${accountNumber} AND environment = ${environment} AND accepted_at >= ${since}
      AND purpose <> 'card_create' ${isOfLink}
    GROUP BY 1, 2`);
}

const caseFields = {
  transactionId: true,
  orderId: true,
  paymentLink: { select: { title: true } },
  currency: true,
} as const;

/** Open chargebacks, newest first. */
export function findNewestOpenChargebacks(owner: Owner, limit: number) {
  return db().chargeback.findMany({
    where: { status: "open", session: owner },
    orderBy: { openedAt: "desc" },
    take: limit,
    select: { amount: true, session: { select: caseFields } },
  });
}

/** Refunds that were rejected after `since`, newest first. */
export function findRejectedRefunds(owner: Owner, since: Date, limit: number) {
  return db().refund.findMany({
    where: { status: "rejected", endedAt: { gte: since }, session: owner },
    orderBy: { endedAt: "desc" },
    take: limit,
    select: { amount: true, session: { select: caseFields } },
  });
}

/** Whether the account's shop requested a payment, which payers of links do themselves, and whether one was paid. */
export async function findFirstSteps(owner: Owner): Promise<{ hasRequest: boolean; hasPayment: boolean }> {
  const [request, payment] = await Promise.all([
    db().checkoutSession.findFirst({ where: { ...owner, paymentLinkId: null }, select: { id: true } }),
    db().checkoutSession.findFirst({ where: { ...owner, status: "success" }, select: { id: true } }),
  ]);
  return { hasRequest: request !== null, hasPayment: payment !== null };
}

export function countLegacyRequests(owner: Owner, since: Date): Promise<number> {
  return db().checkoutSession.count({ where: { ...owner, isLegacy: true, acceptedAt: { gte: since } } });
}
