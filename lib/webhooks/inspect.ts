import { recordChange } from "@/lib/audit/record";
import { inTransaction } from "@/lib/db/client";
import { toPage, windowOf } from "@/lib/http/body/paging";
import type { Caller } from "@/lib/http/message/caller";
import type { QueryOf } from "@/lib/http/message/endpoint";
import { now } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { AppError, notFound, selectedInvalid } from "@/lib/kit/errors";
import type { EventName } from "@/lib/reference/events";
import type { Environment } from "@/lib/reference/platforms";
import { envelopeFor, envelopeOf, type StoredEvent } from "./body";
import { attemptsListed, type listDeliveriesEndpoint, type listEventsEndpoint } from "./delivery/delivery-contract";
import { attemptsInAllMax, deliveryAttemptsMax } from "./delivery/schedule";
import { newEventId } from "./emit";
import {
  countDeliveryAttempts,
  type DeliveryAttemptRow,
  type DeliveryFilters,
  type DeliveryRow,
  findDeliveries,
  findDelivery,
  findDeliveryAttempts,
  findEndpoint,
  findEvents,
  lockEndpoint,
  resendFailedSome,
  resendOne,
} from "./endpoints/endpoint-store";
import { reachOf } from "./endpoints/manage-endpoints";
import { readSecondSignature } from "./endpoints/second-signature";
import { insertTestEvent } from "./store";
import { requireReadable, visibleEvents } from "./visible-events";

/** Lists events and deliveries for merchants, and resends deliveries. */

type DeliveryChoice = Omit<QueryOf<typeof listDeliveriesEndpoint>, "status"> & Partial<Pick<DeliveryFilters, "status">>;

export async function listDeliveries(caller: Caller, id: string, choice: DeliveryChoice) {
  const { total, rows } = await findVisible(caller, id, choice);
  const { status, event } = choice;
  const path = `${env().PUBLIC_URL}/api/user/webhooks/${id}/deliveries`;
  const items = await withAttempts(rows, attemptsListed);
  return toPage({ choice, path, filters: { status, event }, total, items });
}

/** Lists deliveries for the dashboard: with their newest attempt, and the number of attempts since the last resend. */
export async function listDeliveryLines(caller: Caller, id: string, choice: DeliveryChoice) {
  const { total, rows } = await findVisible(caller, id, choice);
  const records = await withAttempts(rows, 1);
  const items = records.map((record, index) => ({ ...record, attempts: rows[index]?.tries ?? 0 }));
  return toPage({ choice, path: "", filters: {}, total, items });
}

async function findVisible(caller: Caller, id: string, choice: DeliveryChoice) {
  if (!(await findEndpoint(reachOf(caller), id))) throw notFound();
  const { status, event } = choice;
  if (event) requireReadable(caller, [event]);
  return findDeliveries(id, { status, event, visible: visibleEvents(caller) }, windowOf(choice));
}

export async function retrieveDelivery(caller: Caller, id: string, deliveryId: string) {
  const row =
    (await findEndpoint(reachOf(caller), id)) && (await findDelivery(id, { id: deliveryId }, visibleEvents(caller)));
  if (!row) throw notFound();
  const { attempts: _, ...data } = await withAllAttempts(row);
  return { message: "OK" as const, data };
}

/** One delivery for the dashboard, by its id or by the id of its event. Null if the caller may not see it. */
export async function findDeliveryLine(caller: Caller, id: string, of: { deliveryId: string } | { eventId: string }) {
  if (!(await findEndpoint(reachOf(caller), id))) return null;
  const which = "eventId" in of ? of : { id: of.deliveryId };
  const row = await findDelivery(id, which, visibleEvents(caller));
  return row && withAllAttempts(row);
}

async function withAllAttempts(row: DeliveryRow) {
  const attempts = await findDeliveryAttempts([row], attemptsInAllMax + deliveryAttemptsMax);
  return { ...toRecord(row, attempts), attempts: row.tries };
}

async function withAttempts(rows: readonly DeliveryRow[], limit: number) {
  const attempts = await findDeliveryAttempts(rows, limit);
  return rows.map((row) =>
    toRecord(
      row,
      attempts.filter(({ deliveryId }) => deliveryId === row.id),
    ),
  );
}

export async function listEvents(caller: Caller, environment: Environment, choice: QueryOf<typeof listEventsEndpoint>) {
  const { since, event } = choice;
  if (event) requireReadable(caller, [event]);
  const owner = { accountNumber: caller.accountNumber, environment };
  const { total, rows } = await findEvents(owner, { since, event, visible: visibleEvents(caller) }, windowOf(choice));
  const filters = { environment, since: since?.toISOString(), event };
  const items = rows.map((row) =>
    envelopeOf({ ...row, event: row.type as EventName, data: row.data as StoredEvent["data"] }),
  );
  return toPage({ choice, path: `${env().PUBLIC_URL}/api/user/events`, filters, total, items });
}

/** Sends a `webhook.test` event to this endpoint only, even if the endpoint does not subscribe to it. */
export async function sendTestEvent(caller: Caller, id: string) {
  return inTransaction(async () => {
    const { accountNumber, environment } = await lockEnabled(caller, id);
    const eventId = newEventId();
    const data = { webhook_id: id };
    const test = { event: "webhook.test", subject: eventId, data, occurredAt: now() } as const;
    await insertTestEvent(id, { id: eventId, accountNumber, environment, ...test });
    return { message: "Created" as const, data: { event_id: eventId } };
  });
}

export async function resendDelivery(caller: Caller, id: string, deliveryId: string) {
  await inTransaction(async () => {
    const { environment } = await lockEnabled(caller, id);
    if ((await countDeliveryAttempts(deliveryId)) >= attemptsInAllMax) {
      throw new AppError("conflict", `The delivery has been tried ${attemptsInAllMax} times already.`, {
        refusal: { reason: "deliveries_tried", values: { max: attemptsInAllMax } },
      });
    }
    if (!(await resendOne(id, deliveryId, now(), visibleEvents(caller)))) throw selectedInvalid("delivery_id");
    await recordChange(caller, "webhook.resent", { subject: id, detail: { environment, delivery: deliveryId } });
  });
  return { message: "OK" as const };
}

/** Failed deliveries are resent in batches of `batchSize`, so that the endpoint is never locked for long. */
const batchesMax = 10;
const batchSize = 5000;

export async function resendFailed(caller: Caller, id: string, since: Date) {
  let deliveries = 0;
  for (let batch = 0; batch < batchesMax; batch++) {
    const count = await inTransaction(async () => {
      const { environment } = await lockEnabled(caller, id);
      const resent = await resendFailedSome(id, since, now(), { limit: batchSize, visible: visibleEvents(caller) });
      const detail = { environment, since: since.toISOString(), deliveries: resent };
      if (resent > 0) await recordChange(caller, "webhook.resent", { subject: id, detail });
      return resent;
    });
    deliveries += count;
    if (count < batchSize) break;
  }
  return { message: "OK" as const, data: { deliveries } };
}

async function lockEnabled(caller: Caller, id: string) {
  const endpoint = await lockEndpoint(reachOf(caller), id);
  if (!endpoint) throw selectedInvalid("id");
  if (endpoint.disabledAt)
    throw new AppError("conflict", "The endpoint is disabled. Enable it first.", {
      refusal: { reason: "endpoint_disabled" },
    });
  return endpoint;
}

function toRecord(row: DeliveryRow, attempts: readonly DeliveryAttemptRow[]) {
  const { event } = row;
  const stored = { ...event, event: event.type as EventName, data: event.data as StoredEvent["data"] };
  return {
    id: row.id,
    event_id: event.id,
    event: event.type as EventName,
    status: row.status,
    next_try_at: row.dueAt?.toISOString() ?? null,
    created_at: event.occurredAt.toISOString(),
    body: JSON.stringify(envelopeFor(stored, readSecondSignature(row.endpoint.secondSignature))),
    tries: attempts.map((attempt) => ({
      at: attempt.at.toISOString(),
      duration_ms: attempt.durationMs,
      url: attempt.url,
      request_headers: attempt.requestHeaders,
      status: attempt.status,
      response: attempt.response,
      error: attempt.error,
    })),
  };
}
