import { db, query } from "@/lib/db/client";
import { joinSql, literal, type Statement, sql, writeTogether } from "@/lib/db/sql";
import type { Owner } from "@/lib/http/message/caller";
import { type EventName, lanes } from "@/lib/reference/events";

export type NewEvent = Owner & {
  id: string;
  event: EventName;
  subject: string;
  data: object;
  occurredAt: Date;
  traceparent?: string | undefined;
};

const lane = joinSql(
  Object.entries(lanes).map(([type, number]) => sql`WHEN ${literal(type)} THEN ${literal(number)}`),
  " ",
);

/**
 * Inserts the deliveries of the events that the surrounding statement inserts as `event`. Deliveries to a disabled
 * endpoint start as failed: they are not sent, but can be resent later.
 */
export const beginDeliveries = sql`
  INSERT INTO webhook_delivery (event_id, endpoint_id, subject, sequence, lane, status, due_at, begun_at)
  SELECT event.id, e.id, event.subject, event.sequence, CASE event.type ${lane} ELSE 0 END,
         (CASE WHEN e.disabled_at IS NULL THEN 'pending' ELSE 'failed' END)::delivery_status,
         CASE WHEN e.disabled_at IS NULL THEN event.occurred_at END, event.occurred_at
  FROM event JOIN webhook_endpoint e USING (account_number, environment)
  WHERE e.deleted_at IS NULL AND (e.events = '{*}' OR event.type = ANY (e.events))`;

/** Inserts events, and their deliveries to every endpoint that subscribes to them, in one statement. */
export async function insertEvents(events: readonly NewEvent[]): Promise<void> {
  await query(writeTogether(eventParts(events)));
}

/** The part of a statement that inserts events and begins their deliveries, or nothing if there are no events. */
export function eventParts(events: readonly NewEvent[]): Statement[] {
  if (events.length === 0) return [];
  const rows = events.map(({ accountNumber, event, occurredAt, ...rest }) => ({
    ...rest,
    account_number: accountNumber,
    type: event,
    occurred_at: occurredAt,
  }));
  return [
    sql`event AS (
      INSERT INTO webhook_event (id, account_number, environment, type, subject, data, occurred_at, traceparent)
      SELECT id, account_number, environment, type, subject, data, occurred_at, traceparent
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS emitted (
        id text, account_number text, environment environment, type text, subject text, data jsonb, occurred_at timestamptz,
        traceparent text)
      RETURNING *)`,
    sql`delivery AS (${beginDeliveries})`,
  ];
}

/** Inserts a test event with a delivery to one endpoint only. */
export async function insertTestEvent(endpointId: string, event: NewEvent): Promise<void> {
  const { id, accountNumber, environment, event: type, subject, data, occurredAt, traceparent = null } = event;
  const { sequence } = await db().webhookEvent.create({
    data: { id, accountNumber, environment, type, subject, data, occurredAt, traceparent },
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
