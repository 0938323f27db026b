import { db } from "@/lib/db/client";

export const listSteps = (sessionId: string) =>
  db().sessionEvent.findMany({
    where: { sessionId },
    orderBy: { id: "asc" },
    select: { at: true, type: true, detail: true },
  });

/** Cards that are not deleted. */
export const listExportedCards = (email: string) =>
  db().trustedCard.findMany({
    where: { session: { email: { equals: email, mode: "insensitive" } }, deletedAt: null },
    orderBy: { createdAt: "asc" },
  });

export const listExportedMails = (ids: string[]) =>
  db().mail.findMany({
    where: { id: { in: ids } },
    orderBy: { id: "asc" },
    select: {
      accountNumber: true,
      kind: true,
      recipient: true,
      subject: true,
      text: true,
      createdAt: true,
      sentAt: true,
    },
  });
