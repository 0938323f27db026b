import { readHtml } from "@/lib/kit/text/html";

/**
 * Rules that read from a shop's answer whether an order is paid. docs/guides/testing-your-integration.md states them.
 */

export type ShopAnswer = {
  /** The HTTP status, or null if no answer arrived. Then `error` says why. */
  status: number | null;
  error: string | null;
  contentType: string;
  text: string;
  durationMs: number;
};

export type OrderWords = { paid: readonly string[]; unpaid: readonly string[] };

export const usualWords: OrderWords = {
  paid: ["paid", "success", "successful", "succeeded", "completed", "payment received", "order confirmed"],
  unpaid: [
    ...["unpaid", "not paid", "not verified", "pending", "awaiting payment", "failed", "declined"],
    ...["cancelled", "canceled", "expired", "refused", "rejected"],
  ],
};

/** The merchant's own words, of lists that are separated by commas. The usual words stand for an empty list. */
export const orderWords = (paid: string | undefined, unpaid: string | undefined): OrderWords => ({
  paid: splitWords(paid) ?? usualWords.paid,
  unpaid: splitWords(unpaid) ?? usualWords.unpaid,
});

/** Undefined for an empty list. */
export function splitWords(text = ""): string[] | undefined {
  const words = text.split(",").flatMap((word) => plainWords(word) || []);
  return words.length > 0 ? words : undefined;
}

/** `Awaiting_payment` and `awaiting-payment` are the words “awaiting payment”. */
const plainWords = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/(?<=\S)[_-](?=\S)/g, " ");

type Belief = "paid" | "unpaid" | "unclear";

/** `timesPaid`: how often the shop marked the order as paid, if its status says so. */
export type SeenOrder = {
  belief: Belief;
  timesPaid: number | null;
  /** Why the belief is unclear, if the page itself does not explain it. */
  problem?: string;
};

const unclear: SeenOrder = { belief: "unclear", timesPaid: null };
const unpaid: SeenOrder = { belief: "unpaid", timesPaid: null };

/** Reads the order's status page. An order that the shop does not have needs none. */
export function readStatusPage(answer: ShopAnswer, words: OrderWords, isOfShop = true): SeenOrder {
  const { status } = answer;
  if (!isOfShop && (status === 404 || status === 410)) return unpaid;
  if (status !== null && status < 300) return readPage(answer, words);
  return { ...unclear, problem: `The status page of the order answered ${status ?? "nothing"}.` };
}

function readPage(answer: ShopAnswer, words: OrderWords): SeenOrder {
  if (!/\bjson\b/i.test(answer.contentType)) return { ...unclear, belief: readText(answer.text, words) };
  const fields = jsonOf(answer.text);
  return fields ? readFields(fields, words) : unclear;
}

/** Reads the page to which the customer returned. A refusal is the answer of a shop that did not believe the result. */
export function readReturnPage(answer: ShopAnswer, words: OrderWords): SeenOrder {
  const { status } = answer;
  if (status !== null && status >= 400 && status < 500) return unpaid;
  return status !== null && status < 300 ? readPage(answer, words) : unclear;
}

type JsonFields = Readonly<Record<string, unknown>>;

function jsonOf(text: string): JsonFields | null {
  try {
    const value: unknown = JSON.parse(text);
    return value instanceof Object && !Array.isArray(value) ? (value as JsonFields) : null;
  } catch {
    return null;
  }
}

/** `paid` decides, else `status`. Both are fields of the object itself. */
function readFields({ paid, status, times_paid }: JsonFields, words: OrderWords): SeenOrder {
  const timesPaid = typeof times_paid === "number" ? times_paid : null;
  if (typeof paid === "boolean") return { belief: paid ? "paid" : "unpaid", timesPaid };
  const word = typeof status === "string" ? plainWords(status) : "";
  if (words.unpaid.includes(word)) return { belief: "unpaid", timesPaid };
  return { belief: words.paid.includes(word) ? "paid" : "unclear", timesPaid };
}

/** A page with paid and unpaid words is unclear. “Not paid” contains “paid”, so unpaid words are taken out first. */
function readText(text: string, words: OrderWords): Belief {
  const visible = visibleText(text);
  const rest = words.unpaid.reduce((left, word) => left.replaceAll(word, " "), visible);
  const places = words.paid.flatMap((word) => placesOf(rest, word));
  const isNegated = (place: number) => negation.test(rest.slice(Math.max(0, place - negationLengthMax), place));
  const isPaid = places.some((place) => !isNegated(place));
  const isUnpaid = words.unpaid.some((word) => placesOf(visible, word).length > 0) || places.some(isNegated);
  if (isPaid === isUnpaid) return "unclear";
  return isPaid ? "paid" : "unpaid";
}

const visibleText = (html: string): string => plainWords(readHtml(html).text.replace(/\s+/g, " "));

/** A negation at most three words before the end, in the same sentence: “could not be …”. */
const negation = /(\b(not|cannot|no|never)|n['’]t)( +[\p{L}\p{N}'’]+){0,2} +$/u;
const negationLengthMax = 60;

/** Where the text contains these words, not as part of a longer word. */
function placesOf(text: string, words: string): number[] {
  const isLetter = (place: number) => /[\p{L}\p{N}]/u.test(text.charAt(place));
  const places: number[] = [];
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    if (!isLetter(at - 1) && !isLetter(at + words.length)) places.push(at);
  }
  return places;
}

const alarm =
  /\b(invalid|wrong|bad|missing|no) (hash|signature)\b|\b(hash|signature) (mismatch|is (wrong|missing|invalid))/;

/** Whether a page warns of a wrong hash or signature. A failure has no hash, so such a warning is a mistake. */
export const isAlarmed = ({ text }: ShopAnswer): boolean => alarm.test(visibleText(text));
