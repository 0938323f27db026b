import { db, query } from "@/lib/db/client";

/** Addresses of accounts: who confirmed them, and who has them unconfirmed. Triggers keep `confirmed_email`. */

/** Locked until the transaction ends. Comes before locks on accounts, because a confirmation changes those that lose it. */
export async function lockEmail(email: string): Promise<void> {
  await query("lock-email", "SELECT lock_email($1)::text", [email]);
}

/** Whether a living account or member confirmed it. */
export async function isConfirmed(email: string): Promise<boolean> {
  return (await db().confirmedEmail.count({ where: { email } })) > 0;
}

export function listUnconfirmed(email: string) {
  return db().account.findMany({
    where: { email, emailConfirmedAt: null, deletedAt: null },
    select: { accountNumber: true, createdByNumber: true },
  });
}

type Change = { from: string | null; to: string; at: Date; addressCeiling?: readonly string[] };

/** False where the account is gone, or has another address by now. */
export async function confirmEmailOf(accountNumber: string, { from, to, at, ...change }: Change): Promise<boolean> {
  const { count } = await db().account.updateMany({
    where: { accountNumber, email: from, deletedAt: null },
    data: {
      email: to,
      emailConfirmedAt: at,
      ...(change.addressCeiling && { addressCeiling: [...change.addressCeiling] }),
    },
  });
  return count === 1;
}

/** Nobody can sign in without an address. */
export async function deleteHolderSessions(accountNumber: string): Promise<void> {
  await db().dashboardSession.deleteMany({ where: { memberId: accountNumber } });
}

export async function findPendingEmail(accountNumber: string, at: Date): Promise<string | undefined> {
  const ticket = await db().emailTicket.findFirst({
    where: { accountNumber, kind: "email_change", usedAt: null, expiresAt: { gt: at } },
    orderBy: { id: "desc" },
    select: { email: true },
  });
  return ticket?.email;
}
