import { operator, platformChain, recordBy } from "@/lib/audit/record";
import { inTransaction } from "@/lib/db/client";
import { storedDigest } from "@/lib/kit/secrets/crypto";
import { removeCardOf } from "@/lib/trusted-cards/tidy-cards";
import { deleteMails, eraseEvents, eraseRequests, eraseSessions, lockErasable } from "./erase-store";
import { parsePayerEmail } from "./payer-email";
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
const digestPurpose = "erased payer";

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
  const found = await previewErasure(email);
  const digest = Buffer.from(storedDigest(digestPurpose, email)).toString("hex");
  for (const uuid of await findPayerCards(email)) await removeCardOf(uuid, "the payer's data was erased");
  await inBatches(await findPayerMails(email), (mails) => deleteMails(mails.map(({ id }) => id)));
  await inBatches(await findPayerRequests(email), (requests) => eraseRequests(requests.map(({ id }) => id)));
  const sessions = (await findPayerSessions(email)).filter(({ isOpen }) => !isOpen);
  for (const [accountNumber, own] of byAccount(sessions)) {
    await inBatches(own, (batch) => eraseOf(accountNumber, batch, digest));
  }
  const isOpen = ({ subject }: { subject: string }) =>
    found.open.some(({ transactionId }) => transactionId === subject);
  const events = (await findPayerEvents(email)).filter((event) => !isOpen(event));
  await inBatches(events, (batch) => eraseEvents(batch.map(({ id }) => id)));
  await recordBy(operator, platformChain, "payer.erased", { subject: digest, detail: countsOf(found) });
  return found;
}

/** Erases sessions of one merchant. The merchant's audit log names the number of payments and never the payer. */
async function eraseOf(accountNumber: string, batch: readonly PayerSession[], digest: string): Promise<void> {
  await inTransaction(async () => {
    const locked = await lockErasable(batch.map(({ id }) => id));
    if (locked.length === 0) return;
    await eraseSessions(locked);
    const detail = { payments: locked.length };
    await recordBy(operator, accountNumber, "payer.erased", { subject: digest, detail });
  });
}

const countsOf = ({ payments, open, cards, mails, requests }: Erasure) => ({
  payments,
  open: open.length,
  cards,
  mails,
  requests,
});

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
