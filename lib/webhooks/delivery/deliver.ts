import { inTransaction } from "@/lib/db/client";
import { now, second } from "@/lib/kit/clock";
import { log } from "@/lib/kit/log";
import { unseal } from "@/lib/kit/secrets/crypto";
import type { SealedColumn } from "@/lib/kit/secrets/sealed-column";
import { meters } from "@/lib/kit/telemetry/meters";
import { inSpan, traceHeaders } from "@/lib/kit/telemetry/trace";
import { mailMerchant } from "@/lib/mail/mail-merchant";
import { apiVersion } from "@/lib/reference/api-version";
import { envelopeFor } from "@/lib/webhooks/body";
import { readSecondSignature, type SecondSignature, secondHeaders } from "@/lib/webhooks/endpoints/second-signature";
import { signedHeaders, timestampOf } from "@/lib/webhooks/signature";
import type { DueDelivery } from "./claim-store";
import { type DeliveryAttempt, disableEndpoint, wasDeliveredSince, writeAttempts } from "./delivery-store";
import { deliveryAttemptsMax, nextAttemptAt, readRetryAfter } from "./schedule";
import type { Reply, Send } from "./send";

/**
 * Length of the lease on a claimed delivery. Longer than an attempt can take, so an expired lease means a dead worker.
 */
export const deliveryLeaseMs = 20 * second;

export const secretSeal = "webhook secret";

const row = { table: "webhook_endpoint", key: ["id"], purpose: secretSeal };
export const webhookSealedColumns: readonly SealedColumn[] = [
  { ...row, column: "sealed_secret" },
  { ...row, column: "sealed_previous_secret" },
];

/** The span of an attempt belongs to the trace of the request that caused the event. */
export function attemptDelivery(delivery: DueDelivery, send: Send): Promise<DeliveryAttempt> {
  const { traceparent } = delivery;
  const start = { name: "webhook", kind: "client", attributes: { event: delivery.event.event } } as const;
  return inSpan({ ...start, ...(traceparent && { parent: { traceparent } }) }, async (span) => {
    const attempt = await makeAttempt(delivery, send);
    const { status, durationMs } = attempt.reply;
    span.set({ "http.response.status_code": status });
    const result = attempt.isDelivered ? "delivered" : "failed";
    meters()?.webhookAttempt({ result, seconds: durationMs / 1000 });
    return attempt;
  });
}

async function makeAttempt(delivery: DueDelivery, send: Send): Promise<DeliveryAttempt> {
  const at = now();
  const second = readSecondSignature(delivery.secondSignature);
  const envelope = envelopeFor(delivery.event, second);
  const body = JSON.stringify(envelope);
  const headers = {
    "content-type": "application/json",
    "user-agent": `Tradewind/${apiVersion}`,
    ...traceHeaders(),
    ...signaturesOf({ id: envelope.id, event: envelope.event, at, body }, secretsOf(delivery), second),
  };
  const reply = await send(new URL(delivery.url), headers, body);
  const endedAt = now();
  const wait = readRetryAfter(reply.retryAfter, endedAt);
  const isFinal = isDelivered(reply) || isGone(reply);
  const dueAt = isFinal ? null : nextAttemptAt(delivery.tries + 1, endedAt, Math.random(), wait);
  return { delivery, at, endedAt, headers, reply, isDelivered: isDelivered(reply), dueAt };
}

/**
 * Records attempts in one batch. Final failures are recorded one at a time, because they may disable the endpoint. If
 * the batch fails, each attempt is recorded alone. Deliveries whose attempt is not recorded are retried when their
 * lease ends.
 */
export async function recordAttempts(attempts: readonly DeliveryAttempt[]): Promise<void> {
  const isFinalFailure = ({ isDelivered, dueAt }: DeliveryAttempt) => !isDelivered && !dueAt;
  const batch = attempts.filter((attempt) => !isFinalFailure(attempt));
  const alone = attempts.filter(isFinalFailure);
  if (batch.length > 0) await writeAttempts(batch).catch(() => void alone.push(...batch));
  for (const attempt of alone) await recordAlone(attempt).catch(logFailure);
}

const logFailure = (error: unknown) => log.error({ err: error }, "a delivery attempt could not be recorded");

async function recordAlone(attempt: DeliveryAttempt): Promise<void> {
  await inTransaction(async () => {
    for (const failed of await writeAttempts([attempt])) await disableAfter(failed);
  });
}

/**
 * Disables the endpoint after a final failure, if it answered 410 (Gone) or has accepted no delivery since this one
 * began.
 */
async function disableAfter({ delivery, reply }: DeliveryAttempt): Promise<void> {
  if (isGone(reply)) await disable(delivery, "The receiver said that it is gone (410).");
  else if (!(await wasDeliveredSince(delivery)))
    await disable(delivery, `The last of ${deliveryAttemptsMax} tries failed.`);
}

/** The second signature has room for one value, so only the newest secret signs it. */
function signaturesOf(
  { id, event, at, body }: { id: string; event: string; at: Date; body: string },
  secrets: readonly string[],
  second: SecondSignature | null,
): Record<string, string> {
  const [newest = ""] = secrets;
  return {
    ...signedHeaders({ id, at, body }, secrets),
    ...(second && secondHeaders(second, { id, event, timestamp: timestampOf(at), body }, newest)),
  };
}

function secretsOf({ endpointId, sealedSecret, sealedPreviousSecret }: DueDelivery): string[] {
  return [sealedSecret, sealedPreviousSecret].flatMap((sealed) =>
    sealed ? [unseal(secretSeal, endpointId, sealed)] : [],
  );
}

const isDelivered = ({ status }: Pick<Reply, "status">): boolean => status !== null && status >= 200 && status < 300;
const isGone = ({ status }: Pick<Reply, "status">): boolean => status === 410;

/** Does nothing if the merchant has changed the endpoint's URL since the attempt. */
async function disable({ endpointId: id, url }: DueDelivery, because: string): Promise<void> {
  if (await disableEndpoint({ id, url }, because, now())) await mailMerchant.webhookDisabled(id);
}
