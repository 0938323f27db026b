import { unauthenticatedCode } from "@/lib/reference/response-codes";
import { isAllowed } from "../authentication-rules";
import type { AuthoriseRequest, Outcome, SessionClock } from "../port";
import type { Credentials } from "../terminals/credentials";
import { loadTerminal, readPolicy } from "../terminals/terminal-store";
import { isRecordTooLate } from "../too-late";
import { abandon, askBank } from "./ask-bank";
import { methodPage } from "./bank-pages";
import { cancelUnpaid, claimAuthentication, insertMpgsCharge, storeFirstPage } from "./charge-store";
import { currentOutcome, decline } from "./ends";
import { pay } from "./pay";
import { needsCapture } from "./profile";
import { callMpgs, type MpgsAnswer, type MpgsCall, preparationLimitMs } from "./transport/transport";
import { isAbout, readGatewaySession, readRecord } from "./wire/answers";
import { initiateBody, payerFacts, sessionBody, transactionIds, transactionPath } from "./wire/requests";

/** Starts a charge: the gateway keeps the card in a session, and asks the card's bank. Nothing is charged yet. */
export async function startCharge(request: AuthoriseRequest, clock: SessionClock): Promise<Outcome> {
  const { attemptId, cardUse, terminalId } = request;
  if (terminalId === null) return { status: "error", reason: "The charge has no terminal." };
  // The gateway needs an agreement for it, which no charge has yet.
  if (cardUse.kind === "used_without_owner") return { status: "error", reason: "Every charge needs its payer." };
  const { credentials } = await loadTerminal(terminalId);
  const place = { terminalId, needsCapture: await needsCapture(credentials) };
  if (!(await insertMpgsCharge(request, place, await clock.timeOf(attemptId)))) return currentOutcome(attemptId, clock);
  const recordedAt = await clock.timeOf(attemptId);
  if (isRecordTooLate(request, recordedAt)) {
    await cancelUnpaid(attemptId, recordedAt);
    return { status: "unreachable" };
  }
  return prepare({ request, credentials, clock, sendBy: performance.now() + preparationLimitMs });
}

type Preparation = {
  request: AuthoriseRequest;
  credentials: Credentials;
  clock: SessionClock;
  /** All calls before the payment share this time. */
  sendBy: number;
};

async function prepare(preparation: Preparation): Promise<Outcome> {
  const { request, clock } = preparation;
  const { attemptId } = request;
  const opened = await call(preparation, { method: "POST", path: "/session", body: {} });
  const session = opened.kind === "processed" ? readGatewaySession(opened.body) : null;
  if (!session) return abandon(attemptId, opened, clock);
  const { id } = session;
  const filled = await call(preparation, { method: "PUT", path: `/session/${id}`, body: sessionBody(request) });
  const isFilled = filled.kind === "processed" && readGatewaySession(filled.body)?.updateStatus === "SUCCESS";
  if (!isFilled) return abandon(attemptId, filled, clock);
  const transactionId = transactionIds.authentication;
  const path = transactionPath(attemptId, transactionId);
  const initiated = await call(preparation, { method: "PUT", path, body: initiateBody(id, request) });
  const record = initiated.kind === "processed" ? readRecord(initiated.body) : null;
  if (!record || !isAbout(record, { orderId: attemptId, transactionId })) return abandon(attemptId, initiated, clock);
  const status = record.transaction?.authenticationStatus;
  if (status === "AUTHENTICATION_NOT_SUPPORTED") return payWithoutAuthentication(preparation, id);
  const isAvailable = record.response?.gatewayRecommendation === "PROCEED" && status === "AUTHENTICATION_AVAILABLE";
  if (!isAvailable) return decline(attemptId, { declineCode: unauthenticatedCode, authentication: null }, clock);
  const facts = payerFacts(request);
  const html = methodPage(record, request.returnUrl);
  if (html === null) {
    if (!(await claimAuthentication(attemptId, await clock.timeOf(attemptId)))) return currentOutcome(attemptId, clock);
    return askBank({ attemptId, sessionId: id, facts, step: 1, returnUrl: request.returnUrl }, clock);
  }
  const steps = { sessionId: id, facts, page: { kind: "method", html, step: 1 } } as const;
  const isStored = await storeFirstPage(attemptId, steps, await clock.timeOf(attemptId));
  return isStored ? { status: "challenge", html } : currentOutcome(attemptId, clock);
}

/** A call that is refused or unanswered charged nothing, because only the payment moves money. */
async function call({ credentials, sendBy }: Preparation, request: MpgsCall): Promise<MpgsAnswer> {
  const limitMs = Math.ceil(sendBy - performance.now());
  return limitMs > 0 ? callMpgs(credentials, { ...request, limitMs }) : { kind: "silent" };
}

/** The card does not take part in 3DS, so the platform's policy decides. */
async function payWithoutAuthentication({ request, clock }: Preparation, sessionId: string): Promise<Outcome> {
  const { attemptId, platform, requireAuthentication } = request;
  const demand = { policy: await readPolicy(platform), requiresAuthentication: requireAuthentication };
  if (!isAllowed("unsupported", demand)) {
    return decline(attemptId, { declineCode: unauthenticatedCode, authentication: null }, clock);
  }
  const outcome = await pay({ attemptId, sessionId, authentication: null, facts: payerFacts(request) }, clock);
  return outcome ?? currentOutcome(attemptId, clock);
}
