import { db, query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import type { Owner } from "@/lib/http/message/caller";
import type { Minor } from "@/lib/kit/money";
import type { Currency } from "@/lib/reference/currencies";

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

export type FirstPayment = {
  transactionId: string;
  currency: Currency;
  /** The amount that the customer paid. */
  paid: Minor;
  customer: string | null;
};

/** Some successful payments, without micro-charges. The index of paid orders answers it also if most others failed. */
export function findFirstPayments({ accountNumber, environment }: Owner, limit: number): Promise<FirstPayment[]> {
  return query<FirstPayment>(sql`
    SELECT transaction_id, currency, total + customer_fee AS paid, nullif(concat_ws(' ', first_name, last_name), '') AS customer
    FROM checkout_session
    WHERE account_number = ${accountNumber} AND environment = ${environment} AND status = 'success'
      AND purpose <> 'card_create'
    LIMIT ${limit}`);
}

export function countLegacyRequests(owner: Owner, since: Date): Promise<number> {
  return db().checkoutSession.count({ where: { ...owner, isLegacy: true, acceptedAt: { gte: since } } });
}
