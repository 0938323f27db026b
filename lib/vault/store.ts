import { db } from "@/lib/db/client";
import type { CardIdentity, SealedCard } from "./envelope";

export async function insertCard(identity: CardIdentity, sealed: SealedCard, createdAt: Date): Promise<void> {
  const { id, accountNumber, environment } = identity;
  await db().vaultCard.create({ data: { id, accountNumber, environment, ...sealed, createdAt }, select: { id: true } });
}

/** Null also where it was shredded, or is another merchant's. */
export async function findCard({ id, accountNumber, environment }: CardIdentity): Promise<SealedCard | null> {
  const row = await db().vaultCard.findFirst({
    where: { id, accountNumber, environment, shreddedAt: null },
    select: { keyVersion: true, wrappedKey: true, sealedNumber: true },
  });
  return row as SealedCard | null;
}

/** What was destroyed before stays as it is, its moment too. */
export async function destroyCard(id: string, at: Date): Promise<void> {
  await db().vaultCard.updateMany({
    where: { id, shreddedAt: null },
    data: { keyVersion: null, wrappedKey: null, sealedNumber: null, shreddedAt: at },
  });
}
