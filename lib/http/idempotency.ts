import { inTransaction } from "@/lib/db/client";
import { day, later, now } from "@/lib/kit/clock";
import { isSame, keyedDigest } from "@/lib/kit/crypto";
import { AppError } from "@/lib/kit/errors";
import type { Caller } from "./caller";
import type { EndpointSpec } from "./endpoint";
import { type Answer, answerOf } from "./respond";
import { findAnswer, lockKey, rememberAnswer } from "./store";

const keyLengthMax = 255;
const keptFor = day;
const neverRemembered = new Set([401, 403, 409, 413, 415, 429]);

type Once = { contract: EndpointSpec; caller: Caller | null; request: Request; bytes: Uint8Array };

/**
 * Runs `work` at most once per key. Work and remembered answer are one transaction, so a crash at
 * any point leaves either both or neither, and the retry finds out which.
 */
export async function once({ contract, caller, request, bytes }: Once, work: () => Promise<Answer>): Promise<Answer> {
  const key = request.headers.get("idempotency-key")?.trim();
  if (!contract.idempotent || !key) return work();
  if (key.length > keyLengthMax) {
    throw new AppError("invalid", `The Idempotency-Key header may not be greater than ${keyLengthMax} characters.`);
  }
  const url = new URL(request.url);
  const path = url.pathname.replace(/\/+$/, "");
  const scope = keyedDigest("idempotency scope", caller?.accountNumber ?? "", contract.method, path, key);
  const digest = keyedDigest("idempotency request", url.search, bytes);

  try {
    return await inTransaction(async () => {
      if (!(await lockKey(scope)))
        throw new AppError("conflict", "A request with this idempotency key is still running.");
      const known = await findAnswer(scope, now());
      if (known) {
        if (!isSame(known.requestDigest, digest)) {
          throw new AppError("key_reused", "This idempotency key was used with another request.");
        }
        return { status: known.status, body: known.body, headers: { "idempotency-replayed": "true" } };
      }
      const answer = await work();
      await rememberAnswer(scope, { requestDigest: digest, ...answer }, later(keptFor));
      return answer;
    });
  } catch (error) {
    if (isRemembered(error)) {
      // The refused work was rolled back whole; only its answer is kept.
      const answer = answerOf(error);
      await rememberAnswer(scope, { requestDigest: digest, ...answer }, later(keptFor));
    }
    throw error;
  }
}

function isRemembered(error: unknown): error is AppError {
  return (
    error instanceof AppError && error.code !== "key_reused" && error.status < 500 && !neverRemembered.has(error.status)
  );
}
