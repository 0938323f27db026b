import { advanceSession, challengeSeal } from "@/lib/checkout/session/advance-session";
import { checkoutToken, readReturnToken } from "@/lib/checkout/session/session-token";
import { findAttempt, findByToken, findSealedChallenge } from "@/lib/checkout/session/store";
import { callGateway } from "@/lib/gateway/call";
import { gatewayOf } from "@/lib/gateway/gateways";
import type { Outcome } from "@/lib/gateway/port";
import { second } from "@/lib/kit/clock";
import { notFound } from "@/lib/kit/errors";
import { unseal } from "@/lib/kit/secrets/crypto";

/** If recording the return takes longer than this, the worker may have given the attempt up, so nothing is sent. */
const tooLateMs = 10 * second;

/** Returns the HTML of the bank's 3DS challenge, or null if the session is not waiting for a challenge. */
export async function findChallengePage(token: string): Promise<string | null> {
  const session = await findByToken(token);
  if (session?.state !== "challenged" || !session.attemptId) return null;
  const sealed = await findSealedChallenge(session.attemptId);
  return sealed && unseal(challengeSeal, session.attemptId, sealed);
}

/** Returns the checkout token of the session to which a challenge's return token belongs. */
export async function findCheckoutOf(token: string): Promise<string | null> {
  const attemptId = readReturnToken(token);
  const attempt = attemptId ? await findAttempt(attemptId) : null;
  return attempt && checkoutToken(attempt.sessionId);
}

/**
 * Handles the browser's return from the bank. Only the first return of a pending challenge reaches the gateway; a
 * repeated or late return moves no money.
 */
export async function answerChallenge(
  token: string,
  fields: Readonly<Record<string, string>>,
): Promise<{ checkoutToken: string }> {
  const attemptId = readReturnToken(token);
  const attempt = attemptId ? await findAttempt(attemptId) : null;
  if (!attempt) throw notFound();
  const { id, sessionId } = attempt;
  const gateway = await gatewayOf(attempt);
  const startedAt = performance.now();
  const decision = await advanceSession(sessionId, { type: "challenge_returned" }, id);
  const isFresh = performance.now() - startedAt < tooLateMs;
  if (decision.attempt?.state === "answering" && isFresh) {
    const record = async (outcome: Outcome) => {
      await advanceSession(sessionId, { type: "answer", outcome, by: "call" }, id);
    };
    await record(await callGateway(() => gateway.completeChallenge({ attemptId: id, fields }), record));
  }
  return { checkoutToken: checkoutToken(sessionId) };
}
