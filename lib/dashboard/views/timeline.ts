import { STATUS_CODES } from "node:http";
import { type DisplayStatus, deliveryBadge, type StatusTone } from "@/lib/format/status-words";
import type { Owner } from "@/lib/http/message/caller";
import { notFound } from "@/lib/kit/errors";
import { findTimelineFacts, findTimelinePage, type TimelineFacts, type TimelineLine } from "@/lib/timeline/store";
import { type EventAbout, findEventsAbout } from "@/lib/webhooks/endpoints/endpoint-store";
import { type TimelineIcon, timelineWordsFor } from "./timeline-words";

/** One step or webhook of a transaction. */
export type TimelineEntry = {
  at: string;
  icon: TimelineIcon;
  tone: StatusTone;
  title: string;
  /** The event's name, after the title of a webhook. */
  event: string | null;
  notes: string[];
  /** Names of webhook events that the step caused and that were delivered. */
  delivered: readonly string[];
  deliveries: TimelineDelivery[];
};

type TimelineDelivery = {
  endpoint: string;
  id: string;
  host: string;
  badge: DisplayStatus;
  /** The next attempt, if it is scheduled. */
  next: { at: string; number: number } | null;
  /** The latest attempts, newest first. */
  attempts: { at: string; number: number; answer: string; tookMs: number; isGood: boolean }[];
};

export type TimelinePage = {
  entries: TimelineEntry[];
  page: number;
  last: number;
  /** The positions of the first and the last entry among all entries. */
  positions: { from: number; to: number; total: number };
  /** The number of quiet steps that the page leaves out. */
  hidden: number;
};

const pageSize = 100;

export type TimelineChoice = {
  page?: number;
  /** Also lists steps that another one implies. */
  isComplete?: boolean;
};

/**
 * A page of a transaction's timeline, newest first: the steps of its session and the webhooks about it. Cards appear
 * only by network and last four digits. A page that does not exist falls back to the first.
 */
export async function readTimeline(
  owner: Owner,
  transactionId: string,
  choice: TimelineChoice = {},
): Promise<TimelinePage> {
  const { page = 1, isComplete = false } = choice;
  const cut = { offset: (page - 1) * pageSize, limit: pageSize };
  const [facts, lines] = await Promise.all([
    findTimelineFacts(owner, transactionId),
    findTimelinePage(owner, transactionId, { causes, isComplete, ...cut }),
  ]);
  if (!facts) throw notFound();
  const [first] = lines;
  if (!first && page > 1) return readTimeline(owner, transactionId, { isComplete });
  const sequences = lines.filter(({ isWebhook }) => isWebhook).map(({ place }) => BigInt(place));
  const events = sequences.length > 0 ? await findEventsAbout(owner, transactionId, sequences) : [];
  const deliveriesOf = new Map(events.map(({ sequence, deliveries }) => [String(sequence), deliveries]));
  const entries = lines.map((line) =>
    line.isWebhook ? toWebhook(line, deliveriesOf.get(line.place) ?? []) : toStep(line, facts),
  );
  const { total = 0, inAll = 0 } = first ?? {};
  const positions = { from: cut.offset + 1, to: cut.offset + lines.length, total };
  return { entries, page, last: Math.max(1, Math.ceil(total / pageSize)), positions, hidden: inAll - total };
}

function toStep({ at, type, detail, delivered }: TimelineLine, facts: TimelineFacts): TimelineEntry {
  const step = { detail: detail as Record<string, unknown>, at, facts };
  const { icon, tone = "neutral", title, notes = [] } = timelineWordsFor(type, step);
  return {
    at: at.toISOString(),
    icon,
    tone,
    title,
    event: null,
    notes: notes.filter((note) => typeof note === "string"),
    delivered: delivered ?? [],
    deliveries: [],
  };
}

function toWebhook({ at, type }: TimelineLine, found: EventAbout["deliveries"]): TimelineEntry {
  const deliveries = found.map(toDelivery);
  const isFailing = deliveries.some(({ badge }) => badge.tone !== "success" && badge.tone !== "neutral");
  return {
    at: at.toISOString(),
    icon: "webhook",
    tone: isFailing ? "warning" : "neutral",
    title: "Webhook",
    event: type,
    notes: deliveries.length > 0 ? [] : ["No endpoint listens to it."],
    delivered: [],
    deliveries,
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

function toDelivery({ id, endpoint, status, dueAt, made, _count }: EventAbout["deliveries"][number]): TimelineDelivery {
  const count = _count.made;
  return {
    endpoint: endpoint.id,
    id,
    host: new URL(endpoint.url).host,
    badge: deliveryBadge(status, count),
    next: dueAt && { at: dueAt.toISOString(), number: count + 1 },
    attempts: made.map((attempt, index) => ({
      at: attempt.at.toISOString(),
      number: count - index,
      answer: answerOf(attempt),
      tookMs: attempt.durationMs,
      isGood: attempt.status !== null && attempt.status >= 200 && attempt.status < 300,
    })),
  };
}

/** `503 Service Unavailable`, or why there was no answer. */
function answerOf({ status, error }: EventAbout["deliveries"][number]["made"][number]): string {
  if (status !== null) return `${status} ${STATUS_CODES[status] ?? ""}`.trim();
  return error?.replace(/\.$/, "") ?? "No answer";
}
