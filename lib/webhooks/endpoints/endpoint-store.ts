import { db, query } from "@/lib/db/client";
import { Prisma, type WebhookTry } from "@/lib/db/generated/client";
import { readPage } from "@/lib/db/read-page";
import { sql } from "@/lib/db/sql";
import type { PageWindow } from "@/lib/http/body/paging";
import type { Owner } from "@/lib/http/message/caller";
import type { EventName } from "@/lib/reference/events";
import type { Environment } from "@/lib/reference/platforms";
import { attemptsListed } from "@/lib/webhooks/delivery/delivery-contract";
import { attemptsInAllMax } from "@/lib/webhooks/delivery/schedule";

/** Queries for merchants who manage their webhook endpoints. */

/** The account and the environments that a caller may access. */
export type Reach = { accountNumber: string; environments: readonly Environment[] };

const within = ({ accountNumber, environments }: Reach) => ({
  accountNumber,
  environment: { in: [...environments] },
  deletedAt: null,
});

export function findEndpoints(reach: Reach) {
  return db().webhookEndpoint.findMany({ where: within(reach), orderBy: { id: "asc" } });
}

export function findEndpoint(reach: Reach, id: string) {
  return db().webhookEndpoint.findFirst({ where: { ...within(reach), id } });
}

/** An endpoint with its sealed secret, which other queries omit. */
export function findEndpointWithSecret(reach: Reach, id: string) {
  return db().webhookEndpoint.findFirst({ where: { ...within(reach), id }, omit: { sealedSecret: false } });
}

export function findTroubled(owner: Owner) {
  return db().webhookEndpoint.findMany({
    where: {
      ...owner,
      deletedAt: null,
      OR: [{ disabledBecause: { not: null } }, { disabledAt: null, strugglingSince: { not: null } }],
    },
    // Sorts disabled endpoints before struggling ones, because disabled ones receive nothing.
    orderBy: [{ disabledAt: { sort: "asc", nulls: "last" } }, { id: "asc" }],
  });
}

export type EndpointRow = NonNullable<Awaited<ReturnType<typeof findEndpoint>>>;

/** Locks the endpoint until the transaction ends, so that changes of its secrets run one after the other. */
export async function lockEndpoint(reach: Reach, id: string) {
  await query(sql`
    SELECT FROM webhook_endpoint WHERE id = ${id} AND account_number = ${reach.accountNumber} FOR NO KEY UPDATE`);
  return findEndpointWithSecret(reach, id);
}

/** Counts endpoints under a lock on the account, so that parallel requests cannot exceed the limit together. */
export async function countEndpointsLocked({ accountNumber, environment }: Owner): Promise<number> {
  await query(sql`SELECT FROM account WHERE account_number = ${accountNumber} FOR NO KEY UPDATE`);
  return db().webhookEndpoint.count({ where: { accountNumber, environment, deletedAt: null } });
}

type NewEndpoint = Owner & {
  id: string;
  url: string;
  events: string[];
  sealedSecret: Uint8Array<ArrayBuffer>;
  createdAt: Date;
  secondSignature: Prisma.InputJsonObject | null;
};

export function insertEndpoint({ secondSignature, ...endpoint }: NewEndpoint) {
  return db().webhookEndpoint.create({
    data: { ...endpoint, secondSignature: secondSignature ?? Prisma.DbNull, updatedAt: endpoint.createdAt },
  });
}

type Change = Partial<
  Pick<
    EndpointRow,
    "url" | "events" | "disabledAt" | "disabledBecause" | "strugglingSince" | "deletedAt" | "previousSecretUntil"
  > & {
    sealedSecret: Uint8Array<ArrayBuffer>;
    sealedPreviousSecret: Uint8Array<ArrayBuffer> | null;
    secondSignature: Prisma.InputJsonObject | null;
  }
>;

export function updateEndpoint(id: string, { secondSignature, ...change }: Change, at: Date) {
  const second = secondSignature !== undefined && { secondSignature: secondSignature ?? Prisma.DbNull };
  return db().webhookEndpoint.update({ where: { id }, data: { ...change, ...second, updatedAt: at } });
}

export async function deleteEndpointsOf(accountNumber: string, at: Date): Promise<void> {
  await db().webhookEndpoint.updateMany({
    where: { accountNumber, deletedAt: null },
    data: { deletedAt: at, updatedAt: at },
  });
}

export type DeliveryFilters = {
  /** `retrying` are pending deliveries that were attempted before. */
  status: "pending" | "retrying" | "delivered" | "failed" | undefined;
  event: EventName | undefined;
  visible: Visible;
};

/** The event types that a caller may see. Undefined means all. */
export type Visible = readonly EventName[] | undefined;

const typesOf = (visible: Visible, event?: EventName) => ({
  ...(visible && { type: { in: event ? visible.filter((name) => name === event) : [...visible] } }),
  ...(!visible && event && { type: event }),
});

/** Restricts deliveries to some event types. Without a filter it is undefined, and the query needs no join. */
const ofTypes = (visible: Visible, event?: EventName) => (visible || event) && { event: typesOf(visible, event) };

const statusFilters = {
  pending: { status: "pending" },
  retrying: { status: "pending", made: { some: {} } },
  delivered: { status: "delivered" },
  failed: { status: "failed" },
} as const satisfies Record<NonNullable<DeliveryFilters["status"]>, Prisma.WebhookDeliveryWhereInput>;

/** The event, and the endpoint's setting that decides its envelope. */
const withContent = { event: true, endpoint: { select: { secondSignature: true } } } as const;

export function findDeliveries(endpointId: string, filters: DeliveryFilters, window: PageWindow) {
  const { status, event, visible } = filters;
  const where = { endpointId, ...(status && statusFilters[status]), ...ofTypes(visible, event) };
  return readPage(window, db().webhookDelivery.count({ where }), (page) =>
    db().webhookDelivery.findMany({ where, include: withContent, orderBy: { sequence: "desc" }, ...page }),
  );
}

export function findDelivery(endpointId: string, which: { id: string } | { eventId: string }, visible: Visible) {
  return db().webhookDelivery.findFirst({ where: { endpointId, ...which, ...ofTypes(visible) }, include: withContent });
}

export type DeliveryRow = NonNullable<Awaited<ReturnType<typeof findDelivery>>>;

export type DeliveryAttemptRow = Omit<WebhookTry, "id" | "requestHeaders"> & { requestHeaders: Record<string, string> };

/** Returns up to `limit` attempts of each delivery, newest first. */
export function findDeliveryAttempts(deliveries: readonly DeliveryRow[], limit: number): Promise<DeliveryAttemptRow[]> {
  return query<DeliveryAttemptRow>(sql`
    SELECT t.delivery_id::text, t.at, t.duration_ms, t.url, t.request_headers,
      t.status, t.response, t.error
    FROM unnest(${deliveries.map(({ id }) => id)}::uuid[]) AS asked (id)
    CROSS JOIN LATERAL (SELECT * FROM webhook_try w WHERE w.delivery_id = asked.id ORDER BY w.id DESC LIMIT ${limit}) t`);
}

/** Makes a delivery due at once. If an attempt is in flight, another one follows only if that attempt fails. */
const again = (at: Date) => ({ status: "pending" as const, tries: 0, begunAt: at, dueAt: at, endedAt: null });

export async function resendOne(endpointId: string, id: string, at: Date, visible: Visible): Promise<boolean> {
  const where = { id, endpointId, ...ofTypes(visible) };
  const { count } = await db().webhookDelivery.updateMany({ where, data: again(at) });
  return count === 1;
}

export const countDeliveryAttempts = (deliveryId: string): Promise<number> =>
  db().webhookTry.count({ where: { deliveryId } });

/**
 * Resends one batch of deliveries that failed since `since` and are below the limit of attempts. Returns the number of
 * resent deliveries. The array of ids makes the planner select them only once, even with stale statistics.
 */
export async function resendFailedSome(
  endpointId: string,
  since: Date,
  at: Date,
  { limit, visible }: { limit: number; visible: Visible },
): Promise<number> {
  const rows = await query(sql`
    UPDATE webhook_delivery d SET status = 'pending', tries = 0, begun_at = ${at}, due_at = ${at}, ended_at = NULL
    WHERE d.id = ANY (ARRAY(
      SELECT id FROM webhook_delivery w
      WHERE endpoint_id = ${endpointId} AND status = 'failed' AND (begun_at >= ${since} OR ended_at >= ${since})
        AND (SELECT count(*) FROM webhook_try t WHERE t.delivery_id = w.id) < ${attemptsInAllMax}
        AND (${visible}::text[] IS NULL OR (SELECT v.type FROM webhook_event v WHERE v.id = w.event_id) = ANY (${visible}::text[]))
      ORDER BY sequence LIMIT ${limit}))
    RETURNING d.id`);
  return rows.length;
}

export function findEvents(
  owner: Owner,
  filters: { since: Date | undefined; event: EventName | undefined; visible: Visible },
  window: PageWindow,
) {
  const { since, event, visible } = filters;
  const where = { ...owner, ...typesOf(visible, event), ...(since && { occurredAt: { gte: since } }) };
  return readPage(window, db().webhookEvent.count({ where }), (page) =>
    db().webhookEvent.findMany({ where, orderBy: [{ occurredAt: "asc" }, { sequence: "asc" }], ...page }),
  );
}

/** Finds events about one record with their deliveries, oldest first. */
export function findEventsAbout(owner: Owner, subject: string, sequences: readonly bigint[]) {
  return db().webhookEvent.findMany({
    where: { ...owner, subject, sequence: { in: [...sequences] } },
    select: {
      sequence: true,
      deliveries: {
        select: {
          id: true,
          status: true,
          dueAt: true,
          endpoint: { select: { id: true, url: true } },
          made: {
            select: { at: true, durationMs: true, status: true, error: true },
            orderBy: { id: "desc" },
            take: attemptsListed,
          },
          _count: { select: { made: true } },
        },
      },
    },
  });
}

export type EventAbout = Awaited<ReturnType<typeof findEventsAbout>>[number];
