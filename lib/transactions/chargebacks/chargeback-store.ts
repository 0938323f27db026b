import { db } from "@/lib/db/client";
import type { Owner } from "@/lib/http/route/caller";
import type { Minor } from "@/lib/kit/money";
import type { Environment } from "@/lib/reference/platforms";
import { aboutSession, type ChargebackStatus } from "@/lib/transactions/history/store";

type NewChargeback = { id: string; sessionId: string; amount: Minor; openedAt: Date };

/** Inserts a chargeback. The database refuses a second one for the same payment. */
export async function insertChargeback(chargeback: NewChargeback): Promise<void> {
  await db().chargeback.create({ data: chargeback });
}

export async function endChargeback(id: string, status: Exclude<ChargebackStatus, "open">, closedAt: Date) {
  await db().chargeback.update({ where: { id, status: "open" }, data: { status, closedAt } });
}

export async function setFraudConfirmed(sessionId: string, at: Date): Promise<void> {
  await db().checkoutSession.update({ where: { id: sessionId }, data: { fraudConfirmedAt: at } });
}

/** Lists the open chargebacks of all merchants, oldest first. */
export function findOpenChargebacks(environment: Environment, limit: number) {
  return db().chargeback.findMany({
    where: { status: "open", session: { environment } },
    select: { amount: true, openedAt: true, session: { select: aboutSession } },
    orderBy: { id: "asc" },
    take: limit,
  });
}

/** Finds the owner of a transaction, for operator commands that name only the transaction id. */
export function findOwner(transactionId: string): Promise<Owner | null> {
  return db().checkoutSession.findUnique({
    where: { transactionId },
    select: { accountNumber: true, environment: true },
  });
}
