import { db, query } from "@/lib/db/client";
import type { Owner } from "@/lib/http/route/caller";
import { type EventName, lanes } from "@/lib/reference/events";

export type NewEvent = Owner & { id: string; event: EventName; subject: string; data: object; occurredAt: Date };

const laneCases = Object.entries(lanes)
  .map(([type, lane]) => `WHEN '${type}' THEN ${lane}`)
  .join(" ");

/**
 * SQL that begins the deliveries of events, where `event` names what was just inserted. To an endpoint that is disabled nothing
 * goes by itself, but it can be asked for afterwards.
 */
export const beginDeliveries = `
  INSERT INTO webhook_delivery (event_id, endpoint_id, subject, sequence, lane, status, due_at, begun_at)
  SELECT event.id, e.id, event.subject, event.sequence, CASE event.type ${laneCases} ELSE 0 END,
         (CASE WHEN e.disabled_at IS NULL THEN 'pending' ELSE 'failed' END)::delivery_status,
         CASE WHEN e.disabled_at IS NULL THEN event.occurred_at END, event.occurred_at
  FROM event JOIN webhook_endpoint e USING (account_number, environment)
  WHERE e.deleted_at IS NULL AND (e.events = '{*}' OR event.type = ANY (e.events))`;

/** The events, and their deliveries to whoever wants to hear of them, in one statement. */
export async function insertEvents(events: readonly NewEvent[]): Promise<void> {
  const rows = events.map(({ accountNumber, event, occurredAt, ...rest }) => ({
    ...rest,
    account_number: accountNumber,
    type: event,
    occurred_at: occurredAt,
  }));
  await query(
    "insert-events",
    `WITH event AS (
       INSERT INTO webhook_event (id, account_number, environment, type, subject, data, occurred_at)
       SELECT id, account_number, environment, type, subject, data, occurred_at
       FROM jsonb_to_recordset($1::jsonb) AS happened (
         id text, account_number text, environment environment, type text, subject text, data jsonb, occurred_at timestamptz)
       RETURNING *)
     ${beginDeliveries}`,
    [JSON.stringify(rows)],
  );
}

/** For one endpoint alone. */
export async function insertTestEvent(endpointId: string, event: NewEvent): Promise<void> {
  const { id, accountNumber, environment, event: type, subject, data, occurredAt } = event;
  const { sequence } = await db().webhookEvent.create({
    data: { id, accountNumber, environment, type, subject, data, occurredAt },
  });
  await db().webhookDelivery.create({
    data: {
      eventId: id,
      endpointId,
      subject,
      sequence,
      status: "pending",
      dueAt: occurredAt,
      begunAt: occurredAt,
    },
  });
}

export async function deleteEvents(before: Date, limit: number): Promise<number> {
  const rows = await query(
    "delete-events",
    `DELETE FROM webhook_event WHERE id = ANY (ARRAY(
       SELECT id FROM webhook_event v
       WHERE occurred_at < $1::timestamptz
         AND (SELECT true FROM webhook_delivery d WHERE d.event_id = v.id AND d.due_at IS NOT NULL LIMIT 1) IS NULL
       LIMIT $2)) RETURNING id`,
    [before.toISOString(), limit],
  );
  return rows.length;
}
