import { findFirstActor } from "@/lib/audit/store";
import { deliveryBadge } from "@/lib/format/status-words";
import type { Caller } from "@/lib/http/message/caller";
import { withoutQuery } from "@/lib/kit/urls";
import type { Role } from "@/lib/reference/roles";
import { deliveryAttemptsMax } from "@/lib/webhooks/delivery/schedule";
import { sendErrors } from "@/lib/webhooks/delivery/send-errors";
import type { EndpointHealth } from "@/lib/webhooks/endpoints/read-health";
import { findDeliveryLine, listDeliveryLines } from "@/lib/webhooks/inspect";

/** Deliveries of a webhook endpoint, in the words of its page. */

type Found = NonNullable<Awaited<ReturnType<typeof findDeliveryLine>>>;
type Attempt = Found["tries"][number];

export type OpenDelivery = NonNullable<Awaited<ReturnType<typeof readOpenDelivery>>>;
export type DeliveryLine = ReturnType<typeof toLine>;

export async function readDeliveryLines(caller: Caller, id: string, choice: Parameters<typeof listDeliveryLines>[2]) {
  const { data, meta } = await listDeliveryLines(caller, id, choice);
  return { meta, lines: data.map(toLine) };
}

/** One delivery with every attempt, newest first. Null if there is none that the caller may see. */
export async function readOpenDelivery(
  caller: Caller,
  role: Role,
  { id, of }: { id: string; of: Parameters<typeof findDeliveryLine>[2] },
) {
  const found = await findDeliveryLine(caller, id, of);
  if (!found) return null;
  const { tries, body, next_try_at, created_at } = found;
  return {
    ...toLine(found),
    testResult: found.event === "webhook.test" ? describeTest(found) : null,
    happenedAt: created_at,
    isPending: found.status === "pending",
    nextAttempt: next_try_at ? { number: tries.length + 1, at: next_try_at } : null,
    attempts: tries.map((attempt, index) => ({
      number: tries.length - index,
      at: attempt.at,
      answer: answerOf(attempt),
      took: formatDuration(attempt.duration_ms),
      isGood: isDelivered(attempt),
      url: shownAddress(role, attempt.url),
      headers: Object.entries(attempt.request_headers).map(([name, value]) => `${name}: ${value}`),
      response: attempt.response,
    })),
    body: JSON.stringify(JSON.parse(body), null, 2),
  };
}

function toLine(found: Found) {
  const { id, event_id, event, status, body, tries } = found;
  return {
    id,
    eventId: event_id,
    event,
    badge: deliveryBadge(status, tries.length),
    /** The order of a payment, or null. */
    order: orderIn(body),
    /** The last answer in a few words. Empty if there was none. */
    response: responseOf(found),
    lastAttemptAt: tries[0]?.at ?? null,
  };
}

/** The order of a payment. Other records have none. */
function orderIn(body: string): string | null {
  const { data } = JSON.parse(body) as { data: { order_id?: unknown } };
  return typeof data.order_id === "string" ? data.order_id : null;
}

function responseOf({ status, tries: [last], attempts }: Found): string {
  if (!last) return status === "failed" ? "Not sent" : "";
  const answer = answerOf(last);
  if (status === "delivered") return `${answer} · ${formatDuration(last.duration_ms)}`;
  // After a resend, the attempts count from 0 again.
  if (attempts === 0) return answer;
  if (status === "pending") return `${answer}, attempt ${attempts} of ${deliveryAttemptsMax}`;
  return `${answer}, ${attempts} ${attempts === 1 ? "attempt" : "attempts"}`;
}

const isDelivered = ({ status }: Attempt): boolean => status !== null && status >= 200 && status < 300;

type Failure = { answer: string; sentence: string };

const failures: ReadonlyMap<string, Failure> = new Map([
  [sendErrors.tooSlow, { answer: "Timed out", sentence: "did not answer in time" }],
  [sendErrors.unreachable, { answer: "Not reachable", sentence: "could not be reached" }],
  [sendErrors.broken, { answer: "Connection lost", sentence: "closed the connection" }],
]);

function answerOf({ status, error }: Pick<Attempt, "status" | "error">): string {
  if (status !== null) return String(status);
  return failures.get(error ?? "")?.answer ?? error ?? "No answer";
}

/** `212 ms`, or `15 s` from one second on. */
const formatDuration = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`);

const either = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** "Your server returned 503 or did not answer in time." Empty if nothing was attempted. */
export function describeFailures(reasons: NonNullable<EndpointHealth["failing"]>["reasons"]): string {
  const statuses = reasons.flatMap(({ status }) => (status === null ? [] : [`returned ${status}`]));
  const errors = reasons.flatMap(({ error }) => failures.get(error ?? "")?.sentence ?? []);
  return statuses.length + errors.length > 0 ? `Your server ${either.format([...statuses, ...errors])}.` : "";
}

type Tested = Pick<Found, "status"> & { tries: readonly Pick<Attempt, "status" | "error" | "duration_ms">[] };

/** What came of a test event, in sentences. The newest attempt counts. */
export function describeTest({ status, tries: [last] }: Tested) {
  if (!last && status === "pending") {
    const text = "We have sent the test event. The answer appears here by itself.";
    return { tone: "info", title: "Waiting for your server", text, isWaiting: true } as const;
  }
  if (!last) {
    const text = "The endpoint was disabled before we could send it. Enable the endpoint and send another one.";
    return { tone: "danger", title: "The test event was not sent", text, isWaiting: false } as const;
  }
  const took = formatDuration(last.duration_ms);
  if (status === "delivered") {
    const text = `It answered ${last.status} in ${took}.`;
    return { tone: "success", title: "Your server accepted the test event", text, isWaiting: false } as const;
  }
  const reason =
    last.status === null
      ? `It ${failures.get(last.error ?? "")?.sentence ?? "could not be called"}.`
      : `It returned ${last.status} after ${took}. We expect a status from 200 to 299.`;
  const text = `${reason} ${status === "pending" ? "We try again." : "We do not try again."}`;
  return { tone: "danger", title: "Your server did not accept the test event", text, isWaiting: false } as const;
}

/** Who added an endpoint: "Ava Browne", "the API key WooCommerce server" or "an access token". Null if unknown. */
export async function readCreator(accountNumber: string, endpointId: string): Promise<string | null> {
  const found = await findFirstActor(accountNumber, "webhook.created", endpointId);
  if (!found) return null;
  if (found.memberName) return found.memberName;
  if (found.keyName) return `the API key ${found.keyName}`;
  return found.actor.startsWith("token") ? "an access token" : null;
}

/** Hides the query of a webhook URL from support members, because some merchants put a secret into it. */
export const shownAddress = (role: Role, url: string): string => (role === "support" ? withoutQuery(url) : url);
