import { inTransaction } from "@/lib/db/client";
import { now, second } from "@/lib/kit/clock";
import { log } from "@/lib/kit/log";
import { unseal } from "@/lib/kit/secrets/crypto";
import { type SealedColumn, wordsOf } from "@/lib/kit/secrets/sealed-column";
import { mailMerchant } from "@/lib/mail/mail-merchant";
import { apiVersion } from "@/lib/reference/api-version";
import { bodyOf } from "@/lib/webhooks/body";
import { readSecondSignature, secondHeaders } from "@/lib/webhooks/endpoints/second-signature";
import { signedHeaders, timestampOf } from "@/lib/webhooks/signature";
import {
  type DueDelivery,
  disableEndpoint,
  lockEndpoints,
  type Tried,
  wasDeliveredSince,
  writeTries,
} from "./delivery-store";
import { nextTryAt, readRetryAfter, triesMax } from "./schedule";
import type { Reply, Send } from "./send";

/** Longer than a try can take: whoever took one and is silent by then has died. */
export const takenForMs = 20 * second;

export const secretSeal = "webhook secret";

const row = { table: "webhook_endpoint", key: ["id"], purpose: secretSeal, identityOf: wordsOf };
export const webhookSealedColumns: readonly SealedColumn[] = [
  { ...row, column: "sealed_secret" },
  { ...row, column: "sealed_previous_secret" },
];

/** One try: what is due is sent. */
export async function tryDelivery(delivery: DueDelivery, send: Send): Promise<Tried> {
  const at = now();
  const body = bodyOf(delivery.happened);
  const headers = {
    "content-type": "application/json",
    "user-agent": `Tradewind/${apiVersion}`,
    ...signaturesOf(delivery, at, body),
  };
  const reply = await send(new URL(delivery.url), headers, body);
  const endedAt = now();
  const wait = readRetryAfter(reply.retryAfter, endedAt);
  const isOver = isDelivered(reply) || isGone(reply);
  const dueAt = isOver ? null : nextTryAt(delivery.tries + 1, endedAt, Math.random(), wait);
  return { delivery, at, endedAt, headers, reply, isDelivered: isDelivered(reply), dueAt };
}

/**
 * What came of tries is written down, of many at once; of what is given up one by one, because endpoints may be disabled by it. Should one
 * be in the way of the others, each is written down by itself. Until it is, they are made again should we die.
 */
export async function recordTries(tried: readonly Tried[]): Promise<void> {
  const isLast = ({ isDelivered, dueAt }: Tried) => !isDelivered && !dueAt;
  const others = tried.filter((one) => !isLast(one));
  const alone = tried.filter(isLast);
  if (others.length > 0) await record(others).catch(() => void alone.push(...others));
  for (const one of alone) await record([one]).catch(complain);
}

const complain = (error: unknown) => log.error({ err: error }, "what came of a delivery could not be written down");

async function record(tried: readonly Tried[]): Promise<void> {
  await inTransaction(async () => {
    await lockEndpoints(tried.map(({ delivery }) => delivery.endpointId));
    for (const one of await writeTries(tried)) await giveUp(one);
  });
}

async function giveUp({ delivery, reply }: Tried): Promise<void> {
  if (isGone(reply)) await disable(delivery, "The receiver said that it is gone (410).");
  else if (!(await wasDeliveredSince(delivery))) await disable(delivery, `The last of ${triesMax} tries failed.`);
}

/** A receiver of the second signature knows one secret only, so only the newest signs it. */
function signaturesOf(delivery: DueDelivery, at: Date, body: string): Record<string, string> {
  const { id, event } = delivery.happened;
  const secrets = secretsOf(delivery);
  const second = readSecondSignature(delivery.secondSignature);
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

/** Unless it has another address by now. The merchant is told, because from now on nothing comes any more. */
async function disable({ endpointId: id, url }: DueDelivery, because: string): Promise<void> {
  if (await disableEndpoint({ id, url }, because, now())) await mailMerchant.webhookDisabled(id);
}
