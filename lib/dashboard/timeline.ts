import type { Owner } from "@/lib/http/caller";
import { notFound } from "@/lib/kit/errors";
import { findTimeline, type Timeline } from "@/lib/transactions/timeline-store";
import { type EventAbout, findEventsAbout } from "@/lib/webhooks/endpoint-store";
import { cardWords, wordsFor } from "./timeline-words";

/** One thing that happened to a transaction. */
export type Happening = {
  at: string;
  text: string;
  deliveries: { endpoint: string; id: string; host: string; result: string; isFailing: boolean }[];
};

/**
 * Everything about a transaction in one list, in order of time: what happened in its session, and what its merchant was told of
 * it. Of a card there is nothing but its network and last four digits.
 */
export async function readTimeline(owner: Owner, transactionId: string): Promise<Happening[]> {
  const [session, events] = await Promise.all([
    findTimeline(owner, transactionId),
    findEventsAbout(owner, transactionId),
  ]);
  if (!session) throw notFound();
  return timelineOf(session, events);
}

/**
 * A webhook stands at what it tells of: the process that writes it has a clock of its own, and a sandbox session another one. What
 * happened in the same moment stays as it was written.
 */
export function timelineOf({ events, attempts }: Timeline, told: readonly EventAbout[]): Happening[] {
  const own = events.map(({ at, type, detail }) => {
    const card = type.startsWith("try_") && attempts.find(({ startedAt }) => startedAt.getTime() === at.getTime());
    const text = wordsFor(type, detail as Record<string, unknown>);
    return { at, text: card ? `${text} ${cardWords(card)}.` : text, deliveries: [] };
  });
  const untold = [...events];
  const webhooks = told.map(({ type, occurredAt, deliveries }) => {
    const place = untold.findIndex((event) => event.type === causeOf(type));
    const [cause] = place < 0 ? [] : untold.splice(place, 1);
    return {
      at: cause?.at ?? occurredAt,
      text: deliveries.length > 0 ? `Webhook ${type}` : `Webhook ${type}: no endpoint listens to it.`,
      deliveries: deliveries.map(toDelivery),
    };
  });
  return [...own, ...webhooks]
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .map((line) => ({ ...line, at: line.at.toISOString() }));
}

const causes: Readonly<Record<string, string>> = {
  "payment.created": "request_accepted",
  "payment.success": "finalised",
  "payment.failed": "finalised",
  "payment.error": "finalised",
  "payment.refunded": "refund_refunded",
};

const causeOf = (type: string): string => causes[type] ?? type.replace("payment.", "");

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
