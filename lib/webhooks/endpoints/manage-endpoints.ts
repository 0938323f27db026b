import { recordChange } from "@/lib/audit/record";
import { inTransaction } from "@/lib/db/client";
import type { Caller, Owner } from "@/lib/http/message/caller";
import type { BodyOf } from "@/lib/http/message/endpoint";
import { chooseEnvironment, type MemberProof, requireProof, unproven } from "@/lib/http/route/guards";
import { requireNotPublic } from "@/lib/http/route/public-credentials";
import { later, now, second } from "@/lib/kit/clock";
import { AppError, notFound, selectedInvalid } from "@/lib/kit/errors";
import { newUlid } from "@/lib/kit/ids";
import { seal, unseal } from "@/lib/kit/secrets/crypto";
import { mailMerchant } from "@/lib/mail/mail-merchant";
import { everyEvent } from "@/lib/reference/events";
import { type Environment, environments } from "@/lib/reference/platforms";
import {
  type createWebhookEndpoint,
  endpointsMax,
  secretOverlapSecondsDefault,
  type updateWebhookEndpoint,
} from "@/lib/webhooks/contract";
import { secretSeal } from "@/lib/webhooks/delivery/deliver";
import { disableEndpoint, giveUpPending } from "@/lib/webhooks/delivery/delivery-store";
import { newSecret } from "@/lib/webhooks/signature";
import { requireReadable } from "@/lib/webhooks/visible-events";
import {
  countEndpointsLocked,
  deleteEndpointsOf,
  type EndpointRow,
  findEndpoint,
  findEndpoints,
  findEndpointWithSecret,
  insertEndpoint,
  lockEndpoint,
  type Reach,
  updateEndpoint,
} from "./endpoint-store";
import { chooseSecondSignature, readSecondSignature, toSecondSignatureFields } from "./second-signature";
import { readTarget } from "./targets";

/** An API key reaches the webhooks of its own environment, a bearer token those of all the account's environments. */
export function reachOf(caller: Caller, chosen?: Environment): Reach {
  const { accountNumber, credential, canGoLive } = caller;
  const isAll = credential.kind === "bearer" && canGoLive && !chosen;
  const query = { environment: chosen };
  return { accountNumber, environments: isAll ? environments : [chooseEnvironment(caller, { query })] };
}

export async function listWebhooks(caller: Caller, environment?: Environment) {
  const rows = await findEndpoints(reachOf(caller, environment));
  return { message: "OK" as const, data: rows.map(toRecord) };
}

export async function retrieveWebhook(caller: Caller, id: string) {
  const row = await findEndpoint(reachOf(caller), id);
  if (!row) throw notFound();
  return { message: "OK" as const, data: toRecord(row) };
}

export async function createWebhook(
  caller: Caller,
  environment: Environment,
  { url, events, ...body }: BodyOf<typeof createWebhookEndpoint>,
) {
  requireReadable(caller, events);
  const owner = { accountNumber: caller.accountNumber, environment };
  requireNotPublic(caller.accountNumber, "webhooks");
  const target = readTarget(url).href;
  const secondSignature = chooseSecondSignature(null, body) ?? null;
  const [id, secret] = [newUlid(), newSecret()];
  return inTransaction(async () => {
    if ((await countEndpointsLocked(owner)) >= endpointsMax) {
      throw new AppError("conflict", `An account may have at most ${endpointsMax} endpoints in an environment.`, {
        refusal: { reason: "endpoints_max", values: { max: endpointsMax } },
      });
    }
    const sealedSecret = sealed(id, secret);
    const row = await insertEndpoint({
      id,
      ...owner,
      url: target,
      events: normaliseEvents(events),
      sealedSecret,
      createdAt: now(),
      secondSignature,
    });
    await mailMerchant.webhookAdded(caller, owner, target);
    await recordChange(caller, "webhook.created", aboutOf(row));
    return { message: "Created" as const, data: { ...toRecord(row), secret } };
  });
}

export async function updateWebhook(
  caller: Caller,
  id: string,
  body: BodyOf<typeof updateWebhookEndpoint>,
  proof: MemberProof = unproven,
) {
  if (body.url !== undefined) requireNotPublic(caller.accountNumber, "webhooks");
  const target = body.url === undefined ? undefined : readTarget(body.url).href;
  if (body.enabled) await giveUpAll(caller, id);
  return inTransaction(async () => {
    const row = await lockEndpoint(reachOf(caller), id);
    if (!row) throw notFound();
    const isMoved = target !== undefined && target !== row.url;
    if (isMoved) requireProof(caller, proof, "change the URL");
    requireReadable(caller, newlySent({ before: row.events, after: body.events ?? row.events, isMoved }));
    const secondSignature = chooseSecondSignature(readSecondSignature(row.secondSignature), body);
    if (body.enabled === false) await disableEndpoint({ id }, null, now());
    const changed = await updateEndpoint(
      id,
      {
        ...(target && { url: target }),
        ...(body.events && { events: normaliseEvents(body.events) }),
        ...(body.enabled && row.disabledAt && { disabledAt: null, disabledBecause: null, strugglingSince: null }),
        ...(secondSignature !== undefined && { secondSignature }),
      },
      now(),
    );
    if (isMoved) await mailMerchant.webhookMoved(caller, row, target);
    await recordChange(caller, "webhook.changed", aboutOf(changed));
    return { message: "OK" as const, data: toRecord(changed) };
  });
}

type EventChange = { before: readonly string[]; after: readonly string[]; isMoved: boolean };

/** The events that the URL did not receive before a change: the added events, or all events if the URL is new. */
function newlySent({ before, after, isMoved }: EventChange): string[] {
  if (isMoved) return [...after];
  return before.includes(everyEvent) ? [] : after.filter((name) => !before.includes(name));
}

/** Fails the pending deliveries of a disabled endpoint. Otherwise enabling the endpoint would send them unasked. */
async function giveUpAll(caller: Caller, id: string): Promise<void> {
  const isDisabled = (await findEndpoint(reachOf(caller), id))?.disabledAt;
  if (isDisabled) while (await giveUpPending(id, now()));
}

export async function deleteWebhook(caller: Caller, id: string) {
  await inTransaction(async () => {
    const row = await lockEndpoint(reachOf(caller), id);
    if (!row) throw notFound();
    await updateEndpoint(id, { deletedAt: now() }, now());
    await giveUpPending(id, now());
    await recordChange(caller, "webhook.deleted", aboutOf(row));
  });
  return { message: "OK" as const };
}

/** Deletes the webhook endpoints of a deleted account, because its owner can no longer disable them. */
export const deleteWebhooksOf = (accountNumber: string): Promise<void> => deleteEndpointsOf(accountNumber, now());

/** Both secrets sign until the overlap ends, so that receivers can replace the secret without missing an event. */
export async function rotateSecret(caller: Caller, id: string, overlapSeconds = secretOverlapSecondsDefault) {
  const secret = newSecret();
  return inTransaction(async () => {
    const row = await lockEndpoint(reachOf(caller), id);
    if (!row) throw selectedInvalid("id");
    // The secret signs every event of the endpoint, so the caller must be allowed to read all of them.
    requireReadable(caller, row.events);
    const until = overlapSeconds > 0 ? later(overlapSeconds * second) : null;
    const change = {
      sealedSecret: sealed(id, secret),
      sealedPreviousSecret: until && row.sealedSecret,
      previousSecretUntil: until,
    };
    const changed = await updateEndpoint(id, change, now());
    const detail = { environment: row.environment, old_ends_at: until?.toISOString() ?? null };
    await recordChange(caller, "webhook.rotated", { subject: id, detail });
    return { message: "Created" as const, data: { ...toRecord(changed), secret } };
  });
}

/** The address and the newest secret of an endpoint, to sign events as we do. The caller must not show the secret. */
export async function endpointToSign(owner: Owner, id: string): Promise<{ url: string; secret: string } | null> {
  const { accountNumber, environment } = owner;
  const row = await findEndpointWithSecret({ accountNumber, environments: [environment] }, id);
  return row && { url: row.url, secret: unseal(secretSeal, id, row.sealedSecret) };
}

/** Returns the audit entry of an endpoint. Omits the URL's query, which may contain a secret of the merchant. */
const aboutOf = ({ id, environment, url, events, disabledAt, secondSignature }: EndpointRow) => {
  const second = readSecondSignature(secondSignature);
  return {
    subject: id,
    detail: {
      environment,
      url: url.split("?")[0] ?? "",
      events,
      enabled: disabledAt === null,
      second_signature: null,
      ...(second && toSecondSignatureFields(second)),
    },
  };
};

const sealed = (id: string, secret: string) => new Uint8Array(seal(secretSeal, id, secret));

const normaliseEvents = (events: readonly string[]): string[] =>
  events.includes(everyEvent) ? [everyEvent] : [...events];

function toRecord(row: EndpointRow) {
  const { previousSecretUntil: until } = row;
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    environment: row.environment,
    enabled: row.disabledAt === null,
    disabled_reason: row.disabledBecause,
    disabled_at: row.disabledAt?.toISOString() ?? null,
    previous_secret_expires_at: until && until > now() ? until.toISOString() : null,
    last_delivered_at: row.lastDeliveredAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    ...toSecondSignatureFields(readSecondSignature(row.secondSignature)),
  };
}
