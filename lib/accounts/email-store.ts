import { db, query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";

/** Email addresses of accounts, confirmed and unconfirmed. Triggers maintain `confirmed_email`. */

/**
 * Locks an email address until the transaction ends. Call it before locking accounts, because confirming an address
 * also changes other accounts.
 */
export async function lockEmail(email: string): Promise<void> {
  await query(sql`SELECT lock_email(${email})`);
}

/** Whether an account or member has confirmed this email address. */
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

/** Sets the account's address as confirmed. Returns false if the account was deleted or its address has changed. */
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

/** Ends the sessions of an account that lost its email address and cannot sign in any more. */
export async function deleteHolderSessions(accountNumber: string): Promise<void> {
  await db().dashboardSession.deleteMany({ where: { memberId: accountNumber } });
}
