import { db } from "@/lib/db/client";

export function findProfile(accountNumber: string) {
  return db().account.findUniqueOrThrow({
    where: { accountNumber },
    include: { bankAccounts: { select: { type: true } }, picture: { select: { id: true } } },
  });
}

export type ProfileRow = Awaited<ReturnType<typeof findProfile>>;

export function findSignIn(accountNumber: string) {
  return db().account.findUniqueOrThrow({ where: { accountNumber }, select: { email: true, passwordHash: true } });
}

/** Returns false if the stored hash is no longer `from`, because the password was changed in the meantime. */
export async function updatePassword(accountNumber: string, from: string, passwordHash: string): Promise<boolean> {
  const { count } = await db().account.updateMany({
    where: { accountNumber, passwordHash: from, deletedAt: null },
    data: { passwordHash },
  });
  return count === 1;
}

export async function updatePhone(accountNumber: string, phone: string): Promise<void> {
  await db().account.updateMany({ where: { accountNumber, deletedAt: null }, data: { phone } });
}
