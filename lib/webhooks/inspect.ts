import { inTransaction } from "@/lib/db/client";
import type { Caller, Owner } from "@/lib/http/caller";
import type { QueryOf } from "@/lib/http/endpoint";
import { cutOf, toPage } from "@/lib/http/paging";
import { now } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { AppError, notFound, selectedInvalid } from "@/lib/kit/errors";
import type { EventName } from "@/lib/reference/events";
import { bodyOf, envelopeOf, type Happened } from "./body";
import type { listDeliveriesEndpoint, listEventsEndpoint } from "./delivery-contract";
import { newEventId } from "./emit";
import {
  type DeliveryRow,
  findDeliveries,
  findEndpoint,
  findEvents,
  lockEndpoint,
  resendAllFailed,
  resendOne,
} from "./endpoint-store";
import { reachOf } from "./manage-endpoints";
import { insertTestEvent } from "./store";

/** What merchants see of what was sent, and send again. */

export async function listDeliveries(caller: Caller, id: string, choice: QueryOf<typeof listDeliveriesEndpoint>) {
  if (!(await findEndpoint(reachOf(caller), id))) throw notFound();
  const { status, event } = choice;
  const { total, rows } = await findDeliveries(id, { status, event }, cutOf(choice));
  const path = `${env().PUBLIC_URL}/api/user/webhooks/${id}/deliveries`;
  return toPage({ choice, path, filters: { status, event }, total, items: rows.map(toRecord) });
}

export async function listEvents(owner: Owner, choice: QueryOf<typeof listEventsEndpoint>) {
  const { since, event } = choice;
  const { total, rows } = await findEvents(owner, { since, event }, cutOf(choice));
  const filters = { environment: owner.environment, since: since?.toISOString(), event };
  const items = rows.map((row) =>
    envelopeOf({ ...row, event: row.type as EventName, data: row.data as Happened["data"] }),
  );
  return toPage({ choice, path: `${env().PUBLIC_URL}/api/user/events`, filters, total, items });
}

/** To this endpoint alone, whatever it wants to hear of. */
export async function sendTestEvent(caller: Caller, id: string) {
  return inTransaction(async () => {
    const { accountNumber, environment } = await lockEnabled(caller, id);
    const eventId = newEventId();
    const data = { webhook_id: id };
    await insertTestEvent({
      id: eventId,
      accountNumber,
      environment,
      event: "webhook.test",
      subject: id,
      data,
      occurredAt: now(),
    });
    return { message: "Created" as const, data: { event_id: eventId } };
  });
}

export async function resendDelivery(caller: Caller, id: string, deliveryId: string) {
  await inTransaction(async () => {
    await lockEnabled(caller, id);
    if (!(await resendOne(id, deliveryId, now()))) throw selectedInvalid("delivery_id");
  });
  return { message: "OK" as const };
}

export async function resendFailed(caller: Caller, id: string, since: Date) {
  return inTransaction(async () => {
    await lockEnabled(caller, id);
    return { message: "OK" as const, data: { deliveries: await resendAllFailed(id, since, now()) } };
  });
}

async function lockEnabled(caller: Caller, id: string) {
  const endpoint = await lockEndpoint(reachOf(caller), id);
  if (!endpoint) throw selectedInvalid("id");
  if (endpoint.disabledAt) throw new AppError("conflict", "The endpoint is disabled. Enable it first.");
  return endpoint;
}

function toRecord(row: DeliveryRow) {
  const { event } = row;
  return {
    id: row.id,
    event_id: event.id,
    event: event.type as EventName,
    status: row.status,
    next_try_at: row.dueAt?.toISOString() ?? null,
    created_at: event.occurredAt.toISOString(),
    body: bodyOf({ ...event, event: event.type as EventName, data: event.data as Happened["data"] }),
    tries: row.made.map((made) => ({
      at: made.at.toISOString(),
      duration_ms: made.durationMs,
      url: made.url,
      request_headers: made.requestHeaders as Record<string, string>,
      status: made.status,
      response: made.response,
      error: made.error,
    })),
  };
}
