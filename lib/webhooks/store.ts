import { db, query } from "@/lib/db/client";
import type { Owner } from "@/lib/http/caller";
import type { EventName } from "@/lib/reference/events";

export type NewEvent = Owner & { id: string; event: EventName; subject: string; data: object; occurredAt: Date };

/**
 * SQL that begins the deliveries of events, where `event` names what was just inserted. To an endpoint that is disabled nothing
 * goes by itself, but it can be asked for afterwards.
 */
export const beginDeliveries = `
  INSERT INTO webhook_delivery (event_id, endpoint_id, subject, sequence, status, due_at, created_at)
  SELECT event.id, e.id, event.subject, event.sequence,
         (CASE WHEN e.disabled_at IS NULL THEN 'pending' ELSE 'failed' END)::delivery_status,
         CASE WHEN e.disabled_at IS NULL THEN event.occurred_at END, event.occurred_at
  FROM event JOIN webhook_endpoint e USING (account_number, environment)
  WHERE e.deleted_at IS NULL AND (e.events = '{*}' OR event.type = ANY (e.events))`;

/** The event, and its deliveries to whoever wants to hear of it, in one statement. */
export async function insertEvent({ id, accountNumber, environment, event, subject, data, occurredAt }: NewEvent) {
  await query(
    "insert-event",
    `WITH event AS (
       INSERT INTO webhook_event (id, account_number, environment, type, subject, data, occurred_at)
       VALUES ($1, $2, $3::environment, $4, $5, $6::jsonb, $7::timestamptz) RETURNING *)
     ${beginDeliveries}`,
    [id, accountNumber, environment, event, subject, JSON.stringify(data), occurredAt.toISOString()],
  );
}

/** For one endpoint alone. */
export async function insertTestEvent(event: NewEvent): Promise<void> {
  const { id, accountNumber, environment, event: type, subject, data, occurredAt } = event;
  const { sequence } = await db().webhookEvent.create({
    data: { id, accountNumber, environment, type, subject, data, occurredAt },
  });
  await db().webhookDelivery.create({
    data: {
      eventId: id,
      endpointId: subject,
      subject,
      sequence,
      status: "pending",
      dueAt: occurredAt,
      createdAt: occurredAt,
    },
  });
}

export async function deleteEvents(before: Date, limit: number): Promise<number> {
  const isOver = { deliveries: { none: { dueAt: { not: null } } } };
  const { count } = await db().webhookEvent.deleteMany({ where: { occurredAt: { lt: before }, ...isOver }, limit });
  return count;
}
