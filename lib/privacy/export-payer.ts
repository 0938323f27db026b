import { toCardRecord } from "@/lib/cards/card-record";
import { now } from "@/lib/kit/clock";
import { findTransactionOfSession } from "@/lib/transactions/history/store";
import { toTransactionRecord } from "@/lib/transactions/record";
import { listExportedCards, listExportedMails, listSteps } from "./export-store";
import { parsePayerEmail } from "./payer-email";
import { findPayerMails, findPayerSessions } from "./payer-store";

/** Everything about a payer at all merchants, as the API and the dashboard show it: cards only with masked numbers. */
export async function exportPayer(address: string) {
  const email = parsePayerEmail(address);
  const payments = [];
  for (const { id, accountNumber } of await findPayerSessions(email)) {
    const row = await findTransactionOfSession(id);
    payments.push({ account_number: accountNumber, ...toTransactionRecord(row), timeline: await listSteps(id) });
  }
  const cards = await listExportedCards(email);
  const mails = await listExportedMails((await findPayerMails(email)).map(({ id }) => id));
  return {
    email,
    exported_at: now().toISOString(),
    payments,
    stored_cards: cards.map((card) => ({ account_number: card.accountNumber, ...toCardRecord(card) })),
    mails,
  };
}
