import { inTransaction, isUniqueViolation } from "@/lib/db/client";
import { callGateway } from "@/lib/gateway/call";
import type { AuthoriseRequest, Gateway, Outcome } from "@/lib/gateway/port";
import { second } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { newUlid } from "@/lib/kit/ids";
import type { Minor } from "@/lib/kit/money";
import type { Currency } from "@/lib/reference/currencies";
import { cardGoneCode, declinedCode, orderBusyCode, orderPaidCode } from "@/lib/reference/response-codes";
import { gatewayOrThrow } from "@/lib/transactions/gateways";
import { appendEvents } from "@/lib/transactions/timeline-store";
import { putCard } from "@/lib/vault/cards";
import { advanceSession, writeDecision } from "./advance-session";
import { type Fingerprints, fingerprintsOf, refusalOfCard, refusalOfTry } from "./card-guard";
import { keepCard } from "./card-store";
import type { SessionView } from "./page-contract";
import { type Client, monthOf, type PayBody, type Payment, readForm } from "./read-form";
import { readStoredCard } from "./read-stored-card";
import { splitName } from "./request-rules";
import { failed } from "./session-endings";
import type { Decision } from "./session-model";
import { decide } from "./session-rules";
import { returnToken } from "./session-token";
import {
  findOrderHolder,
  insertAttempt,
  type LockedSession,
  lockSession,
  type SessionRow,
  updateSession,
  wasPaidMeanwhile,
} from "./store";
import { asksEmail, findByTokenOrThrow, simulationOf, viewOf } from "./view-session";

/** A process that slept this long may have been given up: it does not send a charge any more, and the worker finds none. */
const tooLateMs = 10 * second;

/** The customer pressed Pay. Whatever happens on the way, the answer is the session as it then stands. */
export async function submitPayment(token: string, body: PayBody, client: Client): Promise<SessionView> {
  const { session, now } = await findByTokenOrThrow(token);
  // What a page that is out of date sends is not worth judging: the customer wants to know how things stand.
  if (session.state !== "hosted") return viewOf(session.id);
  const payment = await readPayment(session, body, now, client);
  if ("unusable" in payment) {
    await advanceSession(session.id, { type: "card_unusable", code: payment.unusable });
    return viewOf(session.id);
  }
  // Before anything is begun: without an acquirer there is nobody to ask what became of it.
  const gateway = gatewayOrThrow(session);
  const attemptId = newUlid();
  const begunAt = performance.now();
  const begun = await beginTry(session, attemptId, payment, client).catch((error) => {
    if (error instanceof OrderHeld || isUniqueViolation(error)) return "order held" as const;
    throw error;
  });
  const isFresh = performance.now() - begunAt < tooLateMs;
  if (typeof begun === "object" && isFresh) await authorise(gateway, session.id, toRequest(session, begun, payment));
  if (begun === "order held") await noteHeldOrder(session);
  return viewOf(session.id);
}

function readPayment(session: SessionRow, body: PayBody, now: Date, client: Client) {
  const today = monthOf(now);
  if (session.chargedCardUuid) return readStoredCard(session, session.chargedCardUuid, { body, today, client });
  return readForm(body, { ...session, asksEmail: asksEmail(session), today }, client);
}

/** Takes back what was begun: the order is in another session's hands. */
class OrderHeld extends Error {}

/** The page says that nothing was charged here, and so does the timeline. */
async function noteHeldOrder(session: SessionRow): Promise<void> {
  const holder = await findOrderHolder(session);
  const lastCode = holder && holder.status !== "success" ? orderBusyCode : orderPaidCode;
  await inTransaction(async () => {
    const locked = await lockSession(session.id);
    if (locked.situation.state !== "hosted") return;
    await updateSession(locked, { state: "hosted", lastCode });
    await appendEvents(session.id, locked.situation.now, [{ type: "order_held", detail: { code: lastCode } }]);
  });
}

/** A try that is written down, and what it charges. */
type Begun = { attemptId: string; amount: Minor };

/** Writes down, under our own identifier, that the gateway is about to be asked. Committed before it is. */
export function beginTry(
  session: SessionRow,
  attemptId: string,
  payment: Payment,
  client: Client,
): Promise<Begun | "refused" | "not now"> {
  return inTransaction(async () => {
    const locked = await lockSession(session.id);
    const { now } = locked.situation;
    const decision = await decideOn(session, locked);
    if (decision.session?.state !== "authorising" || !decision.attempt) {
      await writeDecision(locked, decision);
      return "not now";
    }
    const fingerprints = fingerprintsOf(payment.card.number, client.address);
    const begun: Try = { locked, session, attemptId, payment, fingerprints };
    const refusal = await refusalOf(begun);
    if (refusal) {
      await refuseTry(begun, refusal);
      return "refused";
    }
    await insertAttempt({ ...attemptOf(begun), inquireAt: decision.attempt.inquireAt ?? null });
    if (session.purpose === "card_create") await putIntoVault(begun);
    await updateSession(locked, decision.session, { attemptId, lastCode: null, ...customerOf(session, payment) });
    // Only now that the order is ours: until then somebody else could still have been paying it.
    if (await wasPaidMeanwhile(session.id)) throw new OrderHeld();
    await appendEvents(session.id, now, decision.steps);
    return { attemptId, amount: amountOf(begun) };
  });
}

/** A stored card that was deleted meanwhile is not charged any more; one that is being charged is not deleted before. */
async function decideOn({ chargedCardUuid }: SessionRow, { situation }: LockedSession): Promise<Decision> {
  const isThere = chargedCardUuid === null || (await keepCard(chargedCardUuid));
  return decide(situation, isThere ? { type: "submit" } : { type: "card_unusable", code: cardGoneCode });
}

/** Until it is known what becomes of the try, the number waits there: whoever finds that out may be another process. */
async function putIntoVault({ locked, session, attemptId, payment }: Try): Promise<void> {
  const { accountNumber, environment } = session;
  await putCard({ id: attemptId, accountNumber, environment }, payment.card.number, locked.situation.now);
  await appendEvents(session.id, locked.situation.now, [{ type: "consent_given" }]);
}

async function refusalOf({ locked, session, fingerprints }: Try): Promise<string | null> {
  const { now } = locked.situation;
  const isGuarded = session.environment === "live" || simulationOf(session).guard;
  const refusal = await refusalOfTry({ session, fingerprints, now, isGuarded });
  if (refusal || session.purpose !== "card_create") return refusal;
  return refusalOfCard(fingerprints.card, { ...session, now });
}

type Try = {
  locked: LockedSession;
  session: SessionRow;
  attemptId: string;
  payment: Payment;
  fingerprints: Fingerprints;
};

/** By what stands there now that it is locked: what a card is charged to be stored changes with every try. */
const amountOf = ({ locked, session }: Try): Minor => locked.total + session.customerFee;

function attemptOf(begun: Try) {
  const { locked, session, attemptId, payment, fingerprints } = begun;
  const { now } = locked.situation;
  return {
    id: attemptId,
    sessionId: session.id,
    environment: session.environment,
    platform: session.platform,
    amount: amountOf(begun),
    currency: session.currency,
    cardLast4: payment.card.number.slice(-4),
    cardNetwork: payment.card.network,
    ...(session.purpose === "card_create" && {
      expiryMonth: payment.card.expiryMonth,
      expiryYear: payment.card.expiryYear,
    }),
    cardFingerprint: fingerprints.card,
    addressDigest: fingerprints.address,
    startedAt: now,
    calledAt: now,
  };
}

/** Counts as a try, and looks like a decline: whoever tries out cards learns nothing. */
async function refuseTry(attempt: Try, because: string): Promise<void> {
  const { locked, session, attemptId, payment } = attempt;
  await insertAttempt({ ...attemptOf(attempt), state: "refused", code: declinedCode });
  const decision = failed(locked.situation, declinedCode, {});
  if (decision.session) {
    await updateSession(locked, decision.session, { attemptId, ...customerOf(session, payment) });
  }
  const { now } = locked.situation;
  await appendEvents(session.id, now, [{ type: "try_refused", detail: { because } }, ...decision.steps]);
}

/** What the record keeps of the customer, and of the card its last four digits. */
function customerOf({ purpose, firstName, lastName }: SessionRow, { card, customer }: Payment) {
  const masked = card.number.slice(-4).padStart(card.number.length, "X");
  // The shop knows its customer's name better than the card does; of a card that is stored, its own is kept.
  const isKnown = firstName !== null && purpose !== "card_create";
  const names = isKnown ? { firstName, lastName } : splitName(card.name);
  return { ...customer, ...names, card: masked, cardNetwork: card.network };
}

async function authorise(gateway: Gateway, sessionId: string, request: AuthoriseRequest): Promise<void> {
  const record = async (outcome: Outcome) => {
    await advanceSession(sessionId, { type: "answer", outcome, by: "call" }, request.attemptId);
  };
  await record(await callGateway(() => gateway.authorise(request), record));
}

function toRequest(session: SessionRow, begun: Begun, { card, customer, browser }: Payment): AuthoriseRequest {
  return {
    ...begun,
    transactionId: session.transactionId,
    orderId: session.orderId,
    currency: session.currency as Currency,
    platform: session.platform,
    card,
    customer: { ...customer, email: customer.email ?? session.email },
    browser,
    returnUrl: `${env().PUBLIC_URL}/challenge/${returnToken(begun.attemptId)}`,
    isVerification: session.purpose === "card_create",
    simulation: session.environment === "sandbox" ? simulationOf(session) : null,
  };
}
