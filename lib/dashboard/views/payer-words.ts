import { cardName } from "@/lib/format/card-name";
import { formatMoment, formatNearDay, type Zone } from "@/lib/format/dates";
import { declineReason } from "@/lib/format/decline-reasons";
import { orderOf } from "@/lib/format/orders";
import { spokenMoney } from "@/lib/format/spoken-money";
import type { StatusTone } from "@/lib/format/status-words";
import { declinedCode } from "@/lib/reference/response-codes";
import type { PayerEvent } from "@/lib/transactions/history/payer-store";

/** Describes what a payer did in words that can be read aloud on the telephone. */

type PayerIcon = "check" | "x" | "clock" | "circle-dashed" | "undo-2" | "credit-card";

export type PayerWords = { icon: PayerIcon; tone: StatusTone; title: string; rest: string };

type Facts = Pick<PayerEvent, "kind" | "state" | "code" | "isReturned" | "isWhole" | "purpose">;

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const declined = (code: string | null): PayerWords => ({
  icon: "x",
  tone: "danger",
  title: "Declined",
  rest: `, ${lowerFirst(declineReason(code ?? declinedCode).title)}, not charged`,
});

const pending: PayerWords = { icon: "clock", tone: "warning", title: "Being confirmed", rest: " with the bank" };

/** `Paid, charged once`. The title is the part in bold. */
export function payerWordsFor(event: Facts): PayerWords {
  switch (event.kind) {
    case "attempt":
      return wordsOfAttempt(event);
    case "visit":
      return wordsOfVisit(event);
    case "refund":
      return wordsOfRefund(event);
  }
}

function wordsOfAttempt({ state, code, isReturned, purpose }: Facts): PayerWords {
  switch (state) {
    case "approved":
      if (isReturned) return { icon: "undo-2", tone: "neutral", title: "Approved too late", rest: ", given back" };
      return purpose === "card_create"
        ? { icon: "credit-card", tone: "neutral", title: "Card stored", rest: ", its small charge is given back" }
        : { icon: "check", tone: "success", title: "Paid", rest: ", charged once" };
    case "declined":
      return declined(code);
    case "refused":
      return { icon: "x", tone: "danger", title: "Refused", rest: " before the bank was asked, not charged" };
    case "dropped":
      return { icon: "x", tone: "danger", title: "Bank's check not finished", rest: ", not charged" };
    default:
      return pending;
  }
}

function wordsOfVisit({ state, code, purpose }: Facts): PayerWords {
  if (state === "open") return { icon: "clock", tone: "info", title: "Page is open", rest: ", not charged yet" };
  const isLeft = code === null || ["EX", "AB"].includes(code);
  if (!isLeft) return { ...declined(code), title: "Not paid" };
  const what = purpose === "card_create" ? " without storing a card" : " without trying";
  return { icon: "circle-dashed", tone: "neutral", title: "Left the page", rest: `${what}, not charged` };
}

function wordsOfRefund({ state, isWhole }: Facts): PayerWords {
  const part = isWhole ? " in full" : " in part";
  if (state === "refunded") {
    return { icon: "undo-2", tone: "neutral", title: "Refunded", rest: `${part}, returned to the card` };
  }
  if (state === "rejected") return { icon: "x", tone: "danger", title: "Refund rejected", rest: ", not returned" };
  return { icon: "clock", tone: "warning", title: "Refund requested", rest: `${part}, on its way to the card` };
}

/** `Mango chow, large · Visa ending 1111 · reference K7M4QA` */
export function aboutEvent(event: PayerEvent): string {
  const isPaid = event.kind === "attempt" && event.state === "approved" && event.purpose !== "card_create";
  return [
    itemOf(event, "Order"),
    event.card && cardName(event.cardNetwork, event.card),
    isPaid && event.reference && `reference ${event.reference}`,
  ]
    .filter(Boolean)
    .join(" · ");
}

function itemOf({ purpose: type, orderId, transactionId, linkTitle }: PayerEvent, word: string): string | null {
  const order = orderOf({ type, order_id: orderId, transaction_id: transactionId, linkTitle });
  return order === null || linkTitle !== null || type === "card_create" ? order : `${word} ${order}`;
}

type Reader = { now: Date; zone: Zone };

/**
 * The last visit in sentences, newest first: the attempts of the newest day. Pages that were left without trying are
 * named only if nothing else happened.
 */
export function tellLastVisit(events: readonly PayerEvent[], reader: Reader): string[] {
  const visits = events.filter(({ kind, purpose }) => kind !== "refund" && purpose !== "card_create");
  const [newest] = visits;
  if (!newest) return [];
  const dayOf = ({ at }: PayerEvent) => formatMoment(at, "date", reader.zone);
  const sameDay = visits.filter((event) => dayOf(event) === dayOf(newest));
  const attempts = sameDay.filter(({ kind }) => kind === "attempt");
  const told = (attempts.length > 0 ? attempts : [newest]).slice(0, 5);
  const paidCards = told.filter(({ state }) => state === "approved").map(({ card }) => card);
  return told.map((event, index) => tell(event, { ...reader, isFirst: index === 0, paidCards }));
}

type Telling = Reader & { isFirst: boolean; paidCards: readonly (string | null)[] };

function tell(event: PayerEvent, { now, zone, isFirst, paidCards }: Telling): string {
  const time = `at ${formatMoment(event.at, "time", zone)}`;
  const day = formatNearDay(event.at, now, zone);
  const when = isFirst ? `${["today", "yesterday"].includes(day) ? day : `on ${day}`} ${time}` : time;
  const amount = spokenMoney(event);
  const item = itemOf(event, "order");
  const payment = `payment of ${amount}${item ? ` for ${item}` : ""}`;
  const card = event.card ? ` with the ${cardName(event.cardNetwork, event.card)}` : "";
  if (event.kind === "visit") return tellVisit(event, payment, when);
  switch (event.state) {
    case "approved":
      return event.isReturned
        ? `Your ${payment} was approved too late ${when}, so the money goes back to your card.`
        : `Your ${payment} went through ${when},${card}.`;
    case "declined":
      return `The attempt ${when}${card} was declined because ${declineReason(event.code ?? declinedCode).because}. ${notCharged(event, paidCards)}`;
    case "refused":
    case "dropped":
      return `The attempt ${when}${card} did not go through. ${notCharged(event, paidCards)}`;
    default:
      return `Your ${payment} ${when} is still being confirmed with the bank. Please do not pay again yet.`;
  }
}

const notCharged = ({ card }: PayerEvent, paidCards: readonly (string | null)[]): string =>
  paidCards.includes(card) ? "That attempt was not charged." : "That card was not charged.";

function tellVisit({ state }: PayerEvent, payment: string, when: string): string {
  if (state === "open")
    return `The page for your ${payment} was opened ${when} and is still open. Nothing was charged.`;
  return `The page for your ${payment} was left ${when} without a payment. Nothing was charged.`;
}
