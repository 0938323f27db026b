import type { SessionView } from "@/lib/checkout/page/view-contract";
import { asksEmail, findByTokenOrThrow, simulationOf, viewOf } from "@/lib/checkout/page/view-session";
import { advanceSession } from "@/lib/checkout/session/advance-session";
import { returnToken } from "@/lib/checkout/session/session-token";
import { isOrderPaid, lockSession, type SessionRow, updateSession } from "@/lib/checkout/session/store";
import { inTransaction, isUniqueViolation } from "@/lib/db/client";
import { callGateway } from "@/lib/gateway/call";
import { gatewayOrThrow } from "@/lib/gateway/gateways";
import type { AuthoriseRequest, Gateway, Outcome } from "@/lib/gateway/port";
import { second } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { newUlid } from "@/lib/kit/ids";
import type { CardNetwork } from "@/lib/reference/card-networks";
import type { Currency } from "@/lib/reference/currencies";
import { orderBusyCode, orderPaidCode } from "@/lib/reference/response-codes";
import { appendEvents } from "@/lib/timeline/store";
import { beginAttempt, OrderHeld, type StartedAttempt } from "./begin-attempt";
import { type Client, monthOf, type PayBody, type Payment, parsePayment } from "./parse-payment";
import { readStoredCard } from "./read-stored-card";

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
  const begun = await beginAttempt(session, attemptId, payment, client).catch((error) => {
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
  const { account, cardType } = session;
  const known = { merchantEmail: account.email, cardType: cardType as CardNetwork | null, today };
  return parsePayment(body, { ...session, ...known, asksEmail: asksEmail(session) }, client);
}

/** The page says that nothing was charged here, and so does the timeline. */
async function noteHeldOrder(session: SessionRow): Promise<void> {
  const lastCode = (await isOrderPaid(session.id)) ? orderPaidCode : orderBusyCode;
  // Further clicks on Pay change nothing, and must not lengthen the timeline.
  if (session.lastCode === lastCode) return;
  await inTransaction(async () => {
    const locked = await lockSession(session.id);
    if (locked.situation.state !== "hosted") return;
    await updateSession(locked, { state: "hosted", lastCode });
    await appendEvents(session.id, locked.situation.now, [{ type: "order_held", detail: { code: lastCode } }]);
  });
}

async function authorise(gateway: Gateway, sessionId: string, request: AuthoriseRequest): Promise<void> {
  const record = async (outcome: Outcome) => {
    await advanceSession(sessionId, { type: "answer", outcome, by: "call" }, request.attemptId);
  };
  await record(await callGateway(() => gateway.authorise(request), record));
}

function toRequest(session: SessionRow, begun: StartedAttempt, { card, customer, browser }: Payment): AuthoriseRequest {
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
