import { isVisibleTo } from "@/lib/dashboard/pages";
import type { Visit } from "@/lib/dashboard/viewer";
import { formatListedDay } from "@/lib/format/dates";
import { toPage, windowOf } from "@/lib/http/body/paging";
import { now } from "@/lib/kit/clock";
import { notFound } from "@/lib/kit/errors";
import { formatMinor } from "@/lib/kit/money";
import { countryName } from "@/lib/reference/places/countries";
import {
  findPayer,
  findPayerHistory,
  type PayerEvent,
  payerPaymentsMax,
  sumPayer,
} from "@/lib/transactions/history/payer-store";
import { sealSearch } from "@/lib/transactions/history/sealed-search";
import { listPayerCards } from "@/lib/trusted-cards/read-cards";
import { aboutEvent, payerWordsFor, tellLastVisit } from "./payer-words";
import { markExpired } from "./trusted-cards";

const pageSize = 25;
const cardsMax = 10;

export type PayerView = Awaited<ReturnType<typeof readPayer>>;
export type PayerEntry = PayerView["entries"][number];

type Reading = Pick<Visit, "viewer" | "owner" | "zone">;

/** The page of a payer: a person who gave the email address of this transaction. Erased payers are not found. */
export async function readPayer({ viewer, owner, zone }: Reading, transactionId: string, page: number) {
  const payer = await findPayer(owner, transactionId);
  if (!payer) throw notFound();
  const { email, firstName, lastName, phone, country } = payer;
  const choice = { page, page_size: pageSize };
  const [sums, { counts, events }, cards] = await Promise.all([
    sumPayer(owner, email),
    findPayerHistory(owner, email, windowOf(choice)),
    isVisibleTo("trusted-cards", viewer) ? listPayerCards(owner, email, cardsMax) : [],
  ]);
  const { payments = 0, total = 0, declined = 0, left = 0, since = now() } = counts ?? {};
  return {
    name: [firstName, lastName].filter(Boolean).join(" ") || null,
    email,
    phone,
    country: country && countryName(country, "en"),
    since: since.toISOString(),
    told: page === 1 ? tellLastVisit(events, { now: now(), zone }) : [],
    sums: sums.map((sum) => ({ ...sum, paid: formatMinor(sum.paid), refunded: formatMinor(sum.refunded) })),
    declined,
    left,
    entries: events.map((event) => ({ ...entryOf(event), day: formatListedDay(event.at, now(), zone) })),
    meta: toPage({ choice, path: "", filters: {}, total, items: events }).meta,
    /** The page covers only the newest payments. */
    isCut: payments >= payerPaymentsMax,
    lastPaid: sums[0]?.lastPaid ?? null,
    found: sealSearch(owner, email),
    cards: cards.map((card) => markExpired(card)),
  };
}

function entryOf(event: PayerEvent) {
  const { at, transactionId, currency, amount, purpose } = event;
  return {
    at: at.toISOString(),
    transactionId,
    ...payerWordsFor(event),
    about: aboutEvent(event),
    // The amount of a micro-charge is a secret between the payer and the bank.
    money: purpose === "card_create" ? null : { amount: formatMinor(amount), currency },
  };
}
