import { expect } from "vitest";
import { webhookEvents } from "@/lib/api/webhook-events";
import { db } from "@/lib/db/client";
import type { WebhookEvent } from "@/lib/db/generated/client";
import type { Owner } from "@/lib/http/message/caller";
import { later, now } from "@/lib/kit/clock";
import { newUlid } from "@/lib/kit/ids";
import type { EventName } from "@/lib/reference/events";
import { envelopeOf, type StoredEvent } from "@/lib/webhooks/body";
import { claimDeliveries } from "@/lib/webhooks/delivery/claim-store";
import { attemptDelivery, deliveryLeaseMs, recordAttempts } from "@/lib/webhooks/delivery/deliver";
import { createSender, type Send } from "@/lib/webhooks/delivery/send";
import { emit } from "@/lib/webhooks/emit";
import { createWebhook } from "@/lib/webhooks/endpoints/manage-endpoints";
import { callerOf } from "./withdrawals";

/** Endpoints and deliveries for tests that play the worker themselves. */
export async function newEndpoint(owner: Owner, url: string, events: string[] = ["*"]) {
  const { data } = await createWebhook(callerOf(owner.accountNumber), owner.environment, {
    url,
    events,
    environment: owner.environment,
  });
  return data;
}

export const happen = (owner: Owner, subject: string = newUlid(), event: EventName = "payment.success") =>
  emit(owner, { event, subject, data: { transaction_id: subject } });

/** Endpoints of both environments that nobody listens at: one to send from, with deliveries, and so many others. */
export async function endpointsToTry(accountNumber: string, count: number) {
  const nobody = "https://hooks.shop.example/in";
  const owner = (turn: number) => ({ accountNumber, environment: turn % 2 === 0 ? "sandbox" : "live" }) as const;
  const kept = await newEndpoint(owner(0), nobody, ["payment.success"]);
  await happen(owner(0));
  const others = await Promise.all(
    Array.from({ length: count }, (_, turn) => newEndpoint(owner(turn), nobody, ["webhook.test"])),
  );
  const deliveries = (await deliveriesOf(kept.id)).map(({ id }) => id);
  return { kept: kept.id, others: others.map(({ id }) => id), deliveries };
}

const sender = createSender();

/** One look of the worker: everything that is due is tried once. */
export async function deliverDue(send: Send = sender): Promise<number> {
  const due = await claimDeliveries(now(), later(deliveryLeaseMs), 1000);
  await recordAttempts(await Promise.all(due.map((delivery) => attemptDelivery(delivery, send))));
  return due.length;
}

export const deliveriesOf = (endpointId: string) =>
  db().webhookDelivery.findMany({ where: { endpointId }, orderBy: { sequence: "asc" }, include: { made: true } });

async function readEvents(where: { subject: string } | { accountNumber: string }) {
  const rows = await db().webhookEvent.findMany({ where, orderBy: { sequence: "asc" } });
  rows.forEach(expectAsDescribed);
  return rows;
}

/** Every event that a test looks at is what our document says of it, and nothing besides. */
function expectAsDescribed(row: WebhookEvent): void {
  const envelope = envelopeOf({ ...row, event: row.type as EventName, data: row.data as StoredEvent["data"] });
  const described = webhookEvents.find(({ name }) => name === row.type);
  expect(described?.schema.parse(envelope)).toEqual(envelope);
}

export const eventsAbout = (subject: string) => readEvents({ subject });

/** The names of what merchants were told about one thing, in their order. */
export const eventTypesAbout = async (subject: string): Promise<string[]> =>
  (await eventsAbout(subject)).map(({ type }) => type);

export const eventsOf = (accountNumber: string) => readEvents({ accountNumber });

/** While `work` runs, no event can be written. */
export async function withoutEvents(work: () => Promise<unknown>): Promise<void> {
  await db().$executeRaw`ALTER TABLE webhook_event ADD CONSTRAINT no_events CHECK (false) NOT VALID`;
  try {
    await work();
  } finally {
    await db().$executeRaw`ALTER TABLE webhook_event DROP CONSTRAINT no_events`;
  }
}
