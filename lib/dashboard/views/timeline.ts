import type { Owner } from "@/lib/http/route/caller";
import { notFound } from "@/lib/kit/errors";
import { findTimelinePage, findTriedCards, type TimelineLine } from "@/lib/timeline/store";
import { type EventAbout, findEventsAbout } from "@/lib/webhooks/endpoints/endpoint-store";
import { cardWords, timelineWordsFor } from "./timeline-words";

/** One step or webhook of a transaction. */
type TimelineEntry = {
  at: string;
  text: string;
  deliveries: { endpoint: string; id: string; host: string; result: string; isFailing: boolean }[];
};

export type TimelinePage = {
  happenings: TimelineEntry[];
  page: number;
  last: number;
  /** The positions of the first and the last entry among all entries. */
  positions: { from: number; to: number; total: number };
};

const pageSize = 100;

/**
 * A page of a transaction's timeline, oldest first: the steps of its session and the webhooks about it. Cards appear only
 * by network and last four digits. A page that does not exist falls back to the first.
 */
export async function readTimeline(owner: Owner, transactionId: string, page = 1): Promise<TimelinePage> {
  const cut = { offset: (page - 1) * pageSize, limit: pageSize };
  const [cards, lines] = await Promise.all([
    findTriedCards(owner, transactionId),
    findTimelinePage(owner, transactionId, causes, cut),
  ]);
  if (!cards) throw notFound();
  const [first] = lines;
  if (!first && page > 1) return readTimeline(owner, transactionId);
  const sequences = lines.filter(({ isWebhook }) => isWebhook).map(({ place }) => BigInt(place));
  const events = sequences.length > 0 ? await findEventsAbout(owner, transactionId, sequences) : [];
  const deliveriesOf = new Map(events.map(({ sequence, deliveries }) => [String(sequence), deliveries]));
  const happenings = lines.map((line) =>
    line.isWebhook ? toWebhook(line, deliveriesOf.get(line.place) ?? []) : toOwn(line, cards),
  );
  const total = first?.total ?? 0;
  return {
    happenings,
    page,
    last: Math.max(1, Math.ceil(total / pageSize)),
    positions: { from: Math.min(cut.offset + 1, total), to: cut.offset + happenings.length, total },
  };
}

type TriedCards = NonNullable<Awaited<ReturnType<typeof findTriedCards>>>;

function toOwn({ at, type, detail }: TimelineLine, cards: TriedCards): TimelineEntry {
  const card = type.startsWith("try_") && cards.find(({ startedAt }) => startedAt.getTime() === at.getTime());
  const text = timelineWordsFor(type, detail as Record<string, unknown>);
  return { at: at.toISOString(), text: card ? `${text} ${cardWords(card)}.` : text, deliveries: [] };
}

function toWebhook({ at, type }: TimelineLine, deliveries: EventAbout["deliveries"]): TimelineEntry {
  return {
    at: at.toISOString(),
    text: deliveries.length > 0 ? `Webhook ${type}` : `Webhook ${type}: no endpoint listens to it.`,
    deliveries: deliveries.map(toDelivery),
  };
}

/** For each webhook event, the session step that caused it, if the names differ. */
const causes: Readonly<Record<string, string>> = {
  "payment.created": "request_accepted",
  "payment.success": "finalised",
  "payment.failed": "finalised",
  "payment.error": "finalised",
  "payment.refunded": "refund_refunded",
};

function toDelivery({ id, endpoint, status, made: [last], _count: { made: tries } }: EventAbout["deliveries"][number]) {
  const answer = last ? `, last answer ${last.status ?? last.error ?? "none"}` : "";
  return {
    endpoint: endpoint.id,
    id,
    host: new URL(endpoint.url).host,
    result: `${status}, ${tries === 1 ? "1 try" : `${tries} tries`}${answer}`,
    isFailing: status === "failed" || (status === "pending" && tries > 0),
  };
}
