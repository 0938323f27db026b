import { operator, platformChain, recordBy } from "@/lib/audit/record";
import { toCardRecord } from "@/lib/cards/card-record";
import { now } from "@/lib/kit/clock";
import { findTransactionOfSession } from "@/lib/transactions/history/store";
import { toTransactionRecord } from "@/lib/transactions/record";
import { listExportedCards, listExportedMails, listExportedRequests, readPaymentDetails } from "./export-store";
import { parsePayerEmail, payerDigest } from "./payer-email";
import { findPayerMails, findPayerRequests, findPayerSessions } from "./payer-store";

/**
 * Everything about a payer at all merchants. Payments and cards look as in the API: card numbers are masked. The audit
 * log records the export.
 */
export async function exportPayer(address: string) {
  const email = parsePayerEmail(address);
  const payments = [];
  for (const { id, accountNumber } of await findPayerSessions(email)) {
    const record = toTransactionRecord(await findTransactionOfSession(id));
    payments.push({ account_number: accountNumber, ...record, ...(await readPaymentDetails(id)) });
  }
  const cards = await listExportedCards(email);
  const mails = await listExportedMails((await findPayerMails(email)).map(({ id }) => id));
  const requests = await listExportedRequests((await findPayerRequests(email)).map(({ id }) => id));
  await recordBy(operator, platformChain, "payer.exported", { subject: payerDigest(email) });
  return {
    email,
    exported_at: now().toISOString(),
    payments,
    stored_cards: cards.map((card) => ({
      account_number: card.accountNumber,
      ...toCardRecord(card),
      deleted_at: card.deletedAt,
    })),
    mails,
    logged_requests: requests,
  };
}
