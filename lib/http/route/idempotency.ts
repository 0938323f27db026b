import { inSavepoint, inTransaction } from "@/lib/db/client";
import { findAnswer, lockIdempotencyKey, type RememberedAnswer, rememberAnswer } from "@/lib/http/limits/store";
import type { Caller } from "@/lib/http/message/caller";
import type { EndpointSpec } from "@/lib/http/message/endpoint";
import type { IncomingRequest } from "@/lib/http/message/incoming";
import { withoutTrailingSlashes } from "@/lib/http/message/path";
import { type Answer, answerOf } from "@/lib/http/message/respond";
import { day, later, now } from "@/lib/kit/clock";
import { AppError } from "@/lib/kit/errors";
import { isSame, seal, sha256, storedDigest, storedDigests, unseal } from "@/lib/kit/secrets/crypto";

const keyLengthMax = 255;
const keptFor = day;
/** Stored answers are sealed, because they contain URLs and API keys that are stored nowhere else. */
const answerSeal = "remembered answer";
const scopePurpose = "idempotency scope";
const requestPurpose = "idempotency request";
/** Keys of these purposes outlive a replaced APP_SECRET, so that a retry on the same day still finds its answer. */
export const answerPurposes: readonly string[] = [answerSeal, scopePurpose, requestPurpose];
const neverRemembered = new Set([401, 403, 409, 413, 415, 429]);

export type IdempotentRequest = {
  contract: Pick<EndpointSpec, "method" | "idempotent">;
  caller: Caller | null;
  request: IncomingRequest;
  bytes: Uint8Array;
  /** The owner of the idempotency key, if no credential identifies one. */
  scope?: readonly string[];
  /** The idempotency key from a form field. HTML forms cannot send the header. */
  key?: string | null;
  /** Stores only successful answers. A user corrects a refused form and sends it again with the same key. */
  forgetsRefusals?: true;
};
type Work<Input> = {
  prepare(): Promise<Input>;
  perform(input: Input): Promise<Answer>;
  refuse?: (error: AppError) => Answer;
};

/**
 * Performs work at most once per idempotency key. The work and its stored answer share one transaction under a lock on
 * the key, so a crash leaves both or neither.
 */
export async function withIdempotency<Input>(
  request: IdempotentRequest | null,
  { prepare, perform, refuse = answerOf }: Work<Input>,
): Promise<Answer> {
  const key = request && keyOf(request);
  if (key === null) return perform(await prepare());
  // The transaction starts only after `prepare`. Replaying a stored answer needs no transaction either.
  const toAnswer = refusalOrThrow(request?.forgetsRefusals ? rethrow : refuse);
  const known = await findAnswer(key.scopes, now());
  if (known) return replay(known, key);
  const prepared = await prepare().then((input) => ({ input }), toAnswer);

  return inTransaction(async () => {
    if (!(await lockIdempotencyKey(key.lock)))
      throw new AppError("conflict", "A request with this idempotency key is still running.", {
        refusal: { reason: "still_running" },
      });
    const finished = await findAnswer(key.scopes, now());
    if (finished) return replay(finished, key);
    // A refusal rolls the work back to the savepoint. The refusal itself is stored as the answer.
    const answer = "input" in prepared ? await inSavepoint(() => perform(prepared.input)).catch(toAnswer) : prepared;
    const body = seal(answerSeal, hexOf(key.scope), answer.body).toString("base64");
    const { scope, requestDigest } = key;
    await rememberAnswer({ scope, requestDigest, status: answer.status, body }, later(keptFor));
    return answer;
  });
}

const rethrow = (error: AppError): never => {
  throw error;
};

const refusalOrThrow =
  (refuse: (error: AppError) => Answer) =>
  (error: unknown): Answer => {
    const isRemembered = error instanceof AppError && error.status < 500 && !neverRemembered.has(error.status);
    if (!isRemembered) throw error;
    return refuse(error);
  };

function replay(known: RememberedAnswer, { requestDigests }: Key): Answer {
  if (!requestDigests.some((digest) => isSame(known.requestDigest, digest))) {
    throw new AppError(
      "key_reused",
      "This idempotency key was used with another request. Give a changed request a new key.",
    );
  }
  const body = unseal(answerSeal, hexOf(known.scope), Buffer.from(known.body, "base64"));
  return { status: known.status, body, headers: { "idempotency-replayed": "true" } };
}

const hexOf = (digest: Uint8Array): string => Buffer.from(digest).toString("hex");

type Digest = Uint8Array<ArrayBuffer>;
type Key = {
  scope: Digest;
  scopes: Digest[];
  requestDigest: Digest;
  requestDigests: Digest[];
  /** A digest without APP_SECRET, so that processes with different secrets lock the same key. */
  lock: Buffer;
};

/**
 * The owner of an idempotency key. An API key implies the environment; with a bearer token it is part of the request.
 */
function scopeOf(caller: Caller | null): string[] {
  if (!caller) return [""];
  const { accountNumber, credential } = caller;
  return credential.kind === "api-key" ? [accountNumber, credential.environment] : [accountNumber];
}

function keyOf({
  contract,
  caller,
  request,
  bytes,
  scope = scopeOf(caller),
  key: given,
}: IdempotentRequest): Key | null {
  const key = (given === undefined ? request.headers.get("idempotency-key") : given)?.trim();
  if (!contract.idempotent || !key) return null;
  if (key.length > keyLengthMax) {
    throw new AppError("invalid", `The Idempotency-Key header may not be greater than ${keyLengthMax} characters.`);
  }
  const scopeParts = [...scope, contract.method, withoutTrailingSlashes(request.path), key];
  const requestParts = [request.search, bytes] as const;
  return {
    scope: storedDigest(scopePurpose, ...scopeParts),
    scopes: storedDigests(scopePurpose, ...scopeParts),
    requestDigest: storedDigest(requestPurpose, ...requestParts),
    requestDigests: storedDigests(requestPurpose, ...requestParts),
    lock: sha256(JSON.stringify(scopeParts)),
  };
}
