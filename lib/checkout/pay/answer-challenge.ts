import { advanceSession, challengeSeal } from "@/lib/checkout/session/advance-session";
import { type BankReturn, checkoutToken, readReturnToken, returnUrl } from "@/lib/checkout/session/session-token";
import { findAttempt, findByToken, findSealedChallenge, findSession } from "@/lib/checkout/session/store";
import { callGateway } from "@/lib/gateway/call";
import { gatewayOf } from "@/lib/gateway/gateways";
import type { Outcome } from "@/lib/gateway/port";
import { second } from "@/lib/kit/clock";
import { notFound } from "@/lib/kit/errors";
import { unseal } from "@/lib/kit/secrets/crypto";
import type { SessionState } from "@/lib/reference/stored-values";

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
  const attempt = await findReturning(readReturnToken(token));
  return attempt && checkoutToken(attempt.sessionId);
}

const findReturning = async (returning: BankReturn | null) => returning && findAttempt(returning.attemptId);

/**
 * Handles the browser's return from the bank. Only the first return from a pending page reaches the gateway; a repeated
 * or late return moves no money. The bank may have another page for the payer.
 */
export async function answerChallenge(
  token: string,
  fields: Readonly<Record<string, string>>,
): Promise<{ checkoutToken: string; hasNextPage: boolean }> {
  const returning = readReturnToken(token);
  const attempt = await findReturning(returning);
  if (!returning || !attempt) throw notFound();
  const { id, sessionId } = attempt;
  const { step } = returning;
  const gateway = await gatewayOf(attempt);
  const startedAt = performance.now();
  const decision = await advanceSession(sessionId, { type: "challenge_returned", step }, id);
  const isFresh = performance.now() - startedAt < tooLateMs;
  let after: SessionState | undefined;
  if (decision.attempt?.state === "answering" && isFresh) {
    const record = async (outcome: Outcome) => {
      after = (await advanceSession(sessionId, { type: "answer", outcome, by: "call" }, id)).session?.state;
    };
    const answer = { attemptId: id, step, fields, returnUrl: returnUrl({ attemptId: id, step: step + 1 }) };
    await record(await callGateway(() => gateway.completeChallenge(answer), record));
  } else {
    // A repeated return leads where the first one led, unless the payer has another attempt since.
    const session = await findSession(sessionId);
    after = session?.attemptId === id ? session.state : undefined;
  }
  return { checkoutToken: checkoutToken(sessionId), hasNextPage: after === "challenged" };
}
