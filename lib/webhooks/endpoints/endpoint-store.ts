import { db, query } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { PageWindow } from "@/lib/http/body/paging";
import type { Owner } from "@/lib/http/route/caller";
import type { EventName } from "@/lib/reference/events";
import type { Environment } from "@/lib/reference/platforms";
import { attemptsInAllMax } from "@/lib/webhooks/delivery/schedule";

/** What merchants ask and change about their endpoints. */

/** Whose endpoints, and of which environments the credential may see them. */
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

export function findTroubled(owner: Owner) {
  return db().webhookEndpoint.findMany({
    where: {
      ...owner,
      deletedAt: null,
      OR: [{ disabledBecause: { not: null } }, { disabledAt: null, strugglingSince: { not: null } }],
    },
    // Those that are off for good come first.
    orderBy: [{ disabledAt: { sort: "asc", nulls: "last" } }, { id: "asc" }],
  });
}

export type EndpointRow = NonNullable<Awaited<ReturnType<typeof findEndpoint>>>;

/** Locked until the transaction ends: secrets change one after the other. */
export async function lockEndpoint(reach: Reach, id: string) {
  await query("lock-webhook", "SELECT FROM webhook_endpoint WHERE id = $1 AND account_number = $2 FOR NO KEY UPDATE", [
    id,
    reach.accountNumber,
  ]);
  return db().webhookEndpoint.findFirst({ where: { ...within(reach), id }, omit: { sealedSecret: false } });
}

/** How many there are, for whoever is about to add one: others wait until that is done. */
export async function countEndpointsLocked({ accountNumber, environment }: Owner): Promise<number> {
  await query("lock-account", "SELECT FROM account WHERE account_number = $1 FOR NO KEY UPDATE", [accountNumber]);
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
  status: "pending" | "delivered" | "failed" | undefined;
  event: EventName | undefined;
  visible: Visible;
};

/** The types of events that the caller may see; undefined for all. */
export type Visible = readonly EventName[] | undefined;

const typesOf = (visible: Visible, event?: EventName) => ({
  ...(visible && { type: { in: event ? visible.filter((name) => name === event) : [...visible] } }),
  ...(!visible && event && { type: event }),
});

/** Without a filter there is no join. */
const ofTypes = (visible: Visible, event?: EventName) => (visible || event) && { event: typesOf(visible, event) };

export async function findDeliveries(endpointId: string, filters: DeliveryFilters, { offset, limit }: PageWindow) {
  const { status, event, visible } = filters;
  const where = { endpointId, ...(status && { status }), ...ofTypes(visible, event) };
  const total = await db().webhookDelivery.count({ where });
  // Prisma loses count of an offset over 2^32, and there is nothing to be found beyond the last one anyway.
  if (offset >= total) return { total, rows: [] };
  const rows = await db().webhookDelivery.findMany({
    where,
    include: { event: true },
    orderBy: { sequence: "desc" },
    skip: offset,
    take: limit,
  });
  return { total, rows };
}

export function findDelivery(endpointId: string, id: string, visible: Visible) {
  return db().webhookDelivery.findFirst({ where: { endpointId, id, ...ofTypes(visible) }, include: { event: true } });
}

export type DeliveryRow = NonNullable<Awaited<ReturnType<typeof findDelivery>>>;

export type DeliveryAttemptRow = {
  deliveryId: string;
  at: Date;
  durationMs: number;
  url: string;
  requestHeaders: Record<string, string>;
  status: number | null;
  response: string | null;
  error: string | null;
};

/** The newest tries of each delivery, newest first. */
export function findDeliveryAttempts(deliveries: readonly DeliveryRow[], limit: number): Promise<DeliveryAttemptRow[]> {
  return query<DeliveryAttemptRow>(
    "find-webhook-tries",
    `SELECT t.delivery_id::text AS "deliveryId", t.at, t.duration_ms AS "durationMs", t.url, t.request_headers AS "requestHeaders",
       t.status, t.response, t.error
     FROM unnest($1::uuid[]) AS asked (id)
     CROSS JOIN LATERAL (SELECT * FROM webhook_try w WHERE w.delivery_id = asked.id ORDER BY w.id DESC LIMIT $2) t`,
    [deliveries.map(({ id }) => id), limit],
  );
}

/** Begins anew, at once. Where a try is under way, its answer counts: only if it fails there is another. */
const again = (at: Date) => ({ status: "pending" as const, tries: 0, begunAt: at, dueAt: at, endedAt: null });

export async function resendOne(endpointId: string, id: string, at: Date, visible: Visible): Promise<boolean> {
  const where = { id, endpointId, ...ofTypes(visible) };
  const { count } = await db().webhookDelivery.updateMany({ where, data: again(at) });
  return count === 1;
}

export const countDeliveryAttempts = (deliveryId: string): Promise<number> =>
  db().webhookTry.count({ where: { deliveryId } });

/** Some of what failed since then, and was not yet tried too often; tells how many. As a list they are chosen once, whatever is believed of their number. */
export async function resendFailedSome(
  endpointId: string,
  since: Date,
  at: Date,
  { limit, visible }: { limit: number; visible: Visible },
): Promise<number> {
  const rows = await query(
    "resend-failed",
    `UPDATE webhook_delivery d SET status = 'pending', tries = 0, begun_at = $3::timestamptz, due_at = $3::timestamptz, ended_at = NULL
     WHERE d.id = ANY (ARRAY(
       SELECT id FROM webhook_delivery w
       WHERE endpoint_id = $1 AND status = 'failed' AND (begun_at >= $2::timestamptz OR ended_at >= $2::timestamptz)
         AND (SELECT count(*) FROM webhook_try t WHERE t.delivery_id = w.id) < $4
         AND ($6::text[] IS NULL OR (SELECT v.type FROM webhook_event v WHERE v.id = w.event_id) = ANY ($6::text[]))
       ORDER BY sequence LIMIT $5))
     RETURNING d.id`,
    [endpointId, since.toISOString(), at.toISOString(), attemptsInAllMax, limit, visible ?? null],
  );
  return rows.length;
}

export async function findEvents(
  owner: Owner,
  filters: { since: Date | undefined; event: EventName | undefined; visible: Visible },
  { offset, limit }: PageWindow,
) {
  const { since, event, visible } = filters;
  const where = { ...owner, ...typesOf(visible, event), ...(since && { occurredAt: { gte: since } }) };
  const total = await db().webhookEvent.count({ where });
  if (offset >= total) return { total, rows: [] };
  const orderBy = [{ occurredAt: "asc" }, { sequence: "asc" }] as const;
  return { total, rows: await db().webhookEvent.findMany({ where, orderBy: [...orderBy], skip: offset, take: limit }) };
}

/** What a merchant was told of one thing, oldest first, and where it went. */
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
          made: { select: { status: true, error: true }, orderBy: { id: "desc" }, take: 1 },
          _count: { select: { made: true } },
        },
      },
    },
  });
}

export type EventAbout = Awaited<ReturnType<typeof findEventsAbout>>[number];
