import { isVisibleTo } from "@/lib/dashboard/pages";
import type { FoundAnswer, Hit } from "@/lib/dashboard/search-contract";
import { cardName } from "@/lib/format/card-name";
import { formatMoment, formatNearDay, timeZoneOf, type Zone } from "@/lib/format/dates";
import { moneyParts } from "@/lib/format/money";
import { orderOf } from "@/lib/format/orders";
import { paymentBadge } from "@/lib/format/payment-badge";
import { linkStateWords } from "@/lib/format/status-words";
import type { Owner } from "@/lib/http/message/caller";
import { now } from "@/lib/kit/clock";
import { formatMinor } from "@/lib/kit/money";
import type { Viewer } from "@/lib/members/sessions";
import { searchLinks } from "@/lib/payment-links/manage-links";
import { type FoundPayer, payerPaymentsMax } from "@/lib/transactions/history/payer-store";
import { type Reading, readSearch } from "@/lib/transactions/history/read-search";
import { sealSearch } from "@/lib/transactions/history/sealed-search";
import { findPaymentsAndPayers } from "@/lib/transactions/history/search-transactions";

const paymentsMax = 3;
const payersMax = 2;
const linksMax = 2;

type Place = { root: string; zone: Zone };
type Visitor = { viewer: Viewer; owner: Owner };

/** Searches payments, payers and payment links at once. */
export async function searchEverything({ viewer, owner }: Visitor, search: string): Promise<FoundAnswer> {
  const readings = readSearch(search);
  if (readings.length === 0) return { meaning: [], marks: [], groups: [], href: null };
  const place = {
    root: `/dashboard/${owner.environment === "live" ? "live" : "test"}`,
    zone: timeZoneOf(viewer.account.homePlatform),
  };
  const [{ payments, payers, total, isCut }, links] = await Promise.all([
    findPaymentsAndPayers(owner, readings, paymentsMax, payersMax),
    isVisibleTo("payment-links", viewer) ? searchLinks(owner, linkSearchOf(readings), linksMax) : [],
  ]);
  const href = total > 0 ? `${place.root}/transactions?found=${sealSearch(owner, search)}` : null;
  const all =
    href && total > payments.length ? { href, label: isCut ? "All payments" : `All ${total} payments` } : null;
  const groups = [
    { label: "Payments", hits: payments.map((payment) => paymentHit(payment, readings, place)), all },
    { label: "Payers", hits: payers.map((payer) => payerHit(payer, place)), all: null },
    { label: "Payment links", hits: links.map((link) => linkHit(link, place)), all: null },
  ];
  return { ...wordsOf(readings), groups: groups.filter(({ hits }) => hits.length > 0), href };
}

const numberOf = (amount: bigint) => moneyParts({ amount, currency: "TTD" }).number;

function wordsOf(readings: readonly Reading[]): Pick<FoundAnswer, "meaning" | "marks"> {
  const [only, ...others] = readings.filter(({ amount, lastFour }) => amount !== undefined || lastFour !== undefined);
  const meaning = [
    ...(only?.amount === undefined ? [] : [{ words: "Amount", value: numberOf(only.amount) }]),
    ...(only?.lastFour === undefined
      ? []
      : [{ words: only.amount === undefined ? "Card ending" : "and card ending", value: only.lastFour }]),
  ];
  const marks = readings.flatMap(({ text, amount, lastFour }) => [
    ...(text === undefined ? [] : [text]),
    ...(amount === undefined ? [] : [numberOf(amount)]),
    ...(lastFour === undefined ? [] : [lastFour]),
  ]);
  return { meaning: others.length > 0 ? [] : meaning, marks: [...new Set(marks)] };
}

const textLengthMin = 2;

const linkSearchOf = (readings: readonly Reading[]) => ({
  texts: readings.flatMap(({ text }) => (text !== undefined && text.length >= textLengthMin ? [text] : [])),
  amounts: readings.flatMap(({ amount }) => (amount === undefined ? [] : [amount])),
});

const joined = (parts: readonly (string | null | false)[]): string => parts.filter(Boolean).join(" · ");

type FoundPayment = Awaited<ReturnType<typeof findPaymentsAndPayers>>["payments"][number];

function paymentHit(payment: FoundPayment, readings: readonly Reading[], { root, zone }: Place): Hit {
  const { transaction_id: id, outcome, currency, card, card_type: network, reference, date } = payment;
  const isPrice = readings.some(({ amount }) => amount !== undefined && formatMinor(amount) === payment.original_total);
  const isDebited = payment.status === "success" && !isPrice;
  const order = orderOf(payment);
  const shownOrder = order && (payment.linkTitle ?? (payment.type === "card_create" ? order : `Order ${order}`));
  return {
    href: `${root}/transactions/${id}`,
    amount: { amount: isDebited ? payment.total : payment.original_total, currency },
    title: payment.customer_name ?? payment.customer_email ?? order ?? reference ?? id,
    detail: joined([
      shownOrder,
      card && cardName(network, card),
      `${formatNearDay(date, now(), zone)}, ${formatMoment(date, "time", zone)}`,
    ]),
    badge: outcome && paymentBadge({ ...payment, outcome }),
    note: null,
  };
}

function payerHit(payer: FoundPayer, { root, zone }: Place): Hit {
  const { transactionId, email, firstName, lastName, card, cardNetwork, paid, paidAt } = payer;
  const name = [firstName, lastName].filter(Boolean).join(" ");
  const count = paid === payerPaymentsMax ? `${payerPaymentsMax.toLocaleString("en")} or more` : String(paid);
  return {
    href: `${root}/payers/${transactionId}`,
    amount: null,
    title: name || email,
    detail: joined([
      name !== "" && email,
      card && cardName(cardNetwork, card),
      paidAt ? `paid ${formatNearDay(paidAt, now(), zone)}` : "not paid yet",
    ]),
    badge: null,
    note: `${count} ${paid === 1 ? "payment" : "payments"}`,
  };
}

function linkHit(link: Awaited<ReturnType<typeof searchLinks>>[number], { root }: Place): Hit {
  const { id, title, amount, currency, state, uses, max_uses: usesMax } = link;
  return {
    href: `${root}/payment-links/${id}`,
    amount: amount === null ? null : { amount, currency },
    title,
    detail: joined([`${uses} sold`, usesMax !== null && `${Math.max(0, usesMax - uses)} left`]),
    badge: linkStateWords[state],
    note: null,
  };
}
