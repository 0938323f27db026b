import { db } from "@/lib/db/client";
import type { Owner } from "@/lib/http/message/caller";

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
