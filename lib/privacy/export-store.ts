import { db, slowQuery } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";

/** The data about the payer that a payment has in addition to the API's record. */
export async function readPaymentDetails(sessionId: string) {
  const session = await db().checkoutSession.findUniqueOrThrow({
    where: { id: sessionId },
    select: {
      responseUrl: true,
      cardLink: { select: { link: { select: { label: true } } } },
      refunds: { select: { reason: true }, where: { reason: { not: null } }, orderBy: { id: "asc" } },
      attempts: { select: { bankMessage: true }, where: { bankMessage: { not: null } }, orderBy: { id: "asc" } },
      events: { select: { at: true, type: true, detail: true }, orderBy: { id: "asc" } },
    },
  });
  return {
    return_url: session.responseUrl,
    card_link_label: session.cardLink?.link.label ?? null,
    refund_reasons: session.refunds.map(({ reason }) => reason),
    bank_messages: session.attempts.map(({ bankMessage }) => bankMessage),
    timeline: session.events,
  };
}

/** All stored cards, deleted ones included, because their rows still name the cardholder. */
export const listExportedCards = (email: string) =>
  db().trustedCard.findMany({
    where: { session: { email: { equals: email, mode: "insensitive" } } },
    orderBy: { createdAt: "asc" },
  });

export async function listExportedMails(ids: string[]) {
  const mails = await db().mail.findMany({ where: { id: { in: ids } }, orderBy: { id: "asc" } });
  return mails.map(({ accountNumber, kind, recipient, subject, text, createdAt, sentAt }) => ({
    account_number: accountNumber,
    kind,
    recipient,
    subject,
    text,
    created_at: createdAt,
    sent_at: sentAt,
  }));
}

type LoggedRequest = { at: Date; method: string; path: string; message: string | null };

export const listExportedRequests = (ids: readonly bigint[]): Promise<LoggedRequest[]> =>
  slowQuery(sql`SELECT at, method, path, message FROM request_log WHERE id = ANY (${ids}::bigint[]) ORDER BY id`);
