import { operator, platformChain, recordBy } from "@/lib/audit/record";
import { inTransaction } from "@/lib/db/client";
import { removeCardOf } from "@/lib/trusted-cards/tidy-cards";
import { deleteMails, eraseEvents, eraseRequests, eraseSessions, lockErasable } from "./erase-store";
import { parsePayerEmail, payerDigest } from "./payer-email";
import {
  findOtherUses,
  findPayerCards,
  findPayerEvents,
  findPayerMails,
  findPayerRequests,
  findPayerSessions,
  type PayerSession,
} from "./payer-store";

const batchSize = 100;

/** Counts of the data found. `open` payments are not erased until they are settled. */
export type Erasure = {
  payments: number;
  open: PayerSession[];
  cards: number;
  mails: number;
  requests: number;
  otherUses: Awaited<ReturnType<typeof findOtherUses>>;
};

/** Counts the data that `erasePayer` would erase. Changes nothing. */
export async function previewErasure(address: string): Promise<Erasure> {
  const email = parsePayerEmail(address);
  const sessions = await findPayerSessions(email);
  const open = sessions.filter(({ isOpen }) => isOpen);
  return {
    payments: sessions.length - open.length,
    open,
    cards: (await findPayerCards(email)).length,
    mails: (await findPayerMails(email)).length,
    requests: (await findPayerRequests(email)).length,
    otherUses: await findOtherUses(email),
  };
}

/**
 * Erases the personal data of a payer at all merchants, and deletes their stored cards. Works in short transactions. An
 * interrupted run can be repeated: sessions lose their email in the transaction that erases everything about them.
 */
export async function erasePayer(address: string): Promise<Erasure> {
  const email = parsePayerEmail(address);
  const digest = payerDigest(email);
  const cards = await findPayerCards(email);
  for (const uuid of cards) await removeCardOf(uuid, "the payer's data was erased");
  const sessions = await findPayerSessions(email);
  const erased = new Set<string>();
  for (const [accountNumber, own] of byAccount(sessions.filter(({ isOpen }) => !isOpen))) {
    await inBatches(own, async (batch) => {
      for (const id of await eraseSessionsOf(accountNumber, batch, digest)) erased.add(id);
    });
  }
  const open = sessions.filter(({ id }) => !erased.has(id));
  const isOpen = ({ subject }: { subject: string }) => open.some(({ transactionId }) => transactionId === subject);
  const events = (await findPayerEvents(email)).filter((event) => !isOpen(event));
  await inBatches(events, (batch) => eraseEvents(batch.map(({ id }) => id)));
  // After the sessions: until then, a payment or a refund may still write to the payer.
  const mails = await findPayerMails(email);
  await inBatches(mails, (batch) => deleteMails(batch.map(({ id }) => id)));
  const requests = await findPayerRequests(email);
  await inBatches(requests, (batch) => eraseRequests(batch.map(({ id }) => id)));
  const counts = { payments: erased.size, cards: cards.length, mails: mails.length, requests: requests.length };
  await recordBy(operator, platformChain, "payer.erased", {
    subject: digest,
    detail: { ...counts, open: open.length },
  });
  return { ...counts, open, otherUses: await findOtherUses(email) };
}

/**
 * Erases sessions of one merchant, and returns their ids. The merchant's audit log names the number of payments and
 * never the payer.
 */
async function eraseSessionsOf(
  accountNumber: string,
  batch: readonly PayerSession[],
  digest: string,
): Promise<string[]> {
  return inTransaction(async () => {
    const locked = await lockErasable(batch.map(({ id }) => id));
    if (locked.length === 0) return [];
    await eraseSessions(locked);
    const detail = { payments: locked.length };
    await recordBy(operator, accountNumber, "payer.erased", { subject: digest, detail });
    return locked.map(({ id }) => id);
  });
}

function byAccount(sessions: readonly PayerSession[]): Map<string, PayerSession[]> {
  const groups = new Map<string, PayerSession[]>();
  for (const session of sessions) {
    groups.set(session.accountNumber, [...(groups.get(session.accountNumber) ?? []), session]);
  }
  return groups;
}

async function inBatches<Item>(items: readonly Item[], work: (batch: Item[]) => Promise<void>): Promise<void> {
  for (let start = 0; start < items.length; start += batchSize) await work(items.slice(start, start + batchSize));
}
