import { inTransaction, isUniqueViolation } from "@/lib/db/client";
import { callGateway } from "@/lib/gateway/call";
import type { AuthoriseRequest, Outcome } from "@/lib/gateway/port";
import { env } from "@/lib/kit/env";
import { newUlid } from "@/lib/kit/ids";
import type { Currency } from "@/lib/reference/currencies";
import { advanceSession, writeDecision } from "./advance-session";
import { type Fingerprints, fingerprintsOf, refusalOfTry } from "./card-guard";
import { gatewayOrThrow } from "./gateways";
import type { Notice, SessionView } from "./page-contract";
import { type Client, monthOf, type PayBody, type Payment, readForm } from "./read-form";
import { failed } from "./session-endings";
import { decide } from "./session-rules";
import { returnToken } from "./session-token";
import {
  appendEvents,
  findOrderHolder,
  insertAttempt,
  type LockedSession,
  lockSession,
  type SessionRow,
  updateSession,
} from "./store";
import { findByTokenOrThrow, simulationOf, viewOf } from "./view-session";

/** The customer pressed Pay. Whatever happens on the way, the answer is the session as it then stands. */
export async function submitPayment(token: string, body: PayBody, client: Client): Promise<SessionView> {
  const { session, now } = await findByTokenOrThrow(token);
  const payment = readForm(body, { avs: session.avs, asksEmail: session.email === null, today: monthOf(now) }, client);
  const attemptId = newUlid();
  const begun = await beginTry(session, attemptId, payment, client).catch((error) => {
    if (isUniqueViolation(error)) return "order held" as const;
    throw error;
  });
  if (begun === "begun") await authorise(session, attemptId, payment);
  return viewOf(session.id, begun === "order held" ? await orderNotice(session) : undefined);
}

/** Another session of the order is being paid, or was: nothing is charged here. */
async function orderNotice(session: SessionRow): Promise<Notice> {
  const holder = await findOrderHolder(session);
  return holder?.status === "success" ? "order_paid" : "order_busy";
}

/** Writes down, under our own identifier, that the gateway is about to be asked. Committed before it is. */
export function beginTry(
  session: SessionRow,
  attemptId: string,
  payment: Payment,
  client: Client,
): Promise<"begun" | "refused" | "not now"> {
  return inTransaction(async () => {
    const locked = await lockSession(session.id);
    const decision = decide(locked.situation, { type: "submit" });
    if (decision.session?.state !== "authorising" || !decision.attempt) {
      await writeDecision(locked, decision);
      return "not now";
    }
    const { now } = locked.situation;
    const fingerprints = fingerprintsOf(payment.card.number, client.address);
    const isGuarded = session.environment === "live" || simulationOf(session).guard;
    const refusal = await refusalOfTry({
      sessionId: session.id,
      environment: session.environment,
      fingerprints,
      now,
      isGuarded,
    });
    if (refusal) {
      await refuseTry({ locked, session, attemptId, payment, fingerprints }, refusal);
      return "refused";
    }
    await insertAttempt({
      ...attemptOf({ locked, session, attemptId, payment, fingerprints }),
      inquireAt: decision.attempt.inquireAt ?? null,
    });
    await updateSession(locked, decision.session, { attemptId, lastCode: null, ...customerOf(payment) });
    await appendEvents(session.id, now, decision.steps);
    return "begun";
  });
}

type Try = {
  locked: LockedSession;
  session: SessionRow;
  attemptId: string;
  payment: Payment;
  fingerprints: Fingerprints;
};

function attemptOf({ locked, session, attemptId, payment, fingerprints }: Try) {
  const { now } = locked.situation;
  return {
    id: attemptId,
    sessionId: session.id,
    environment: session.environment,
    platform: session.platform,
    amount: session.total + session.customerFee,
    currency: session.currency,
    cardLast4: payment.card.number.slice(-4),
    cardNetwork: payment.card.network,
    cardFingerprint: fingerprints.card,
    addressDigest: fingerprints.address,
    startedAt: now,
    calledAt: now,
  };
}

/** Counts as a try, and looks like a decline: whoever tries out cards learns nothing. */
async function refuseTry(attempt: Try, because: string): Promise<void> {
  const { locked, session, attemptId, payment } = attempt;
  await insertAttempt({ ...attemptOf(attempt), state: "refused", code: "05" });
  const decision = failed(locked.situation, "05", {});
  if (decision.session) {
    await updateSession(locked, decision.session, { attemptId, ...customerOf(payment) });
  }
  const { now } = locked.situation;
  await appendEvents(session.id, now, [{ type: "try_refused", detail: { because } }, ...decision.steps]);
}

/** What the record keeps of the customer, and of the card its last four digits. */
function customerOf({ card, customer }: Payment) {
  const masked = card.number.slice(-4).padStart(card.number.length, "X");
  return { ...customer, card: masked, cardNetwork: card.network };
}

async function authorise(session: SessionRow, attemptId: string, payment: Payment): Promise<void> {
  const gateway = gatewayOrThrow(session);
  const record = async (outcome: Outcome) => {
    await advanceSession(session.id, { type: "answer", outcome, by: "call" }, attemptId);
  };
  const request = toRequest(session, attemptId, payment);
  await record(await callGateway(() => gateway.authorise(request), record));
}

function toRequest(session: SessionRow, attemptId: string, { card, customer, browser }: Payment): AuthoriseRequest {
  return {
    attemptId,
    transactionId: session.transactionId,
    orderId: session.orderId,
    amount: session.total + session.customerFee,
    currency: session.currency as Currency,
    platform: session.platform,
    card,
    customer: { ...customer, email: customer.email ?? session.email },
    browser,
    returnUrl: `${env().PUBLIC_URL}/challenge/${returnToken(attemptId)}`,
    simulation: session.environment === "sandbox" ? simulationOf(session) : null,
  };
}
