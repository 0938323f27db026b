import { db, query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";

/** Email addresses of accounts, confirmed and unconfirmed. Triggers maintain `confirmed_email`. */

/** Locks the address until the transaction ends. Call before locking accounts: a confirmation changes other accounts, too. */
export async function lockEmail(email: string): Promise<void> {
  await query(sql`SELECT lock_email(${email})`);
}

/** Whether an account or member has confirmed it. */
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

/** False if the account was deleted or has another address by now. */
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

/** For an account that lost its address: it cannot sign in any more. */
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
