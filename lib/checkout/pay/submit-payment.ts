import { advanceAndView, advanceReadAndView } from "@/lib/checkout/page/advance-and-view";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import { advanceForCustomer, advanceSession } from "@/lib/checkout/session/advance-session";
import { isLinkUsedUp } from "@/lib/checkout/session/link-use-store";
import { lockSession } from "@/lib/checkout/session/lock-store";
import { type SessionRow, simulationOf } from "@/lib/checkout/session/session-row-store";
import { readCheckoutToken, returnUrl } from "@/lib/checkout/session/session-token";
import { findSession, isOrderPaid } from "@/lib/checkout/session/store";
import { inTransaction, isUniqueViolation } from "@/lib/db/client";
import { callGateway } from "@/lib/gateway/call";
import { gatewayOf } from "@/lib/gateway/gateways";
import type { AuthoriseRequest, Outcome } from "@/lib/gateway/port";
import { second } from "@/lib/kit/clock";
import { notFound } from "@/lib/kit/errors";
import { newUlid } from "@/lib/kit/ids";
import { linkHeldCode, orderBusyCode, orderPaidCode } from "@/lib/reference/response-codes";
import { beginAttempt, noteOnForm, OrderHeld, type StartedAttempt } from "./begin-attempt";
import type { Client, PayBody, Payment } from "./parse-payment";
import { readPayment } from "./read-payment";
import { takeOver } from "./take-over";

/**
 * If storing the attempt takes longer than this, the charge is not sent. By then the worker may have inquired at the
 * gateway and recorded that no charge exists. A late charge would make that record wrong.
 */
const tooLateMs = 10 * second;

/** Handles the Pay button. Always returns the current view of the session. */
export async function submitPayment(token: string, body: PayBody, client: Client): Promise<SessionView> {
  const sessionId = readCheckoutToken(token);
  if (!sessionId) throw notFound();
  let startedAt = performance.now();
  let start = await startAttempt(sessionId, body, client);
  if (start.kind === "order_held" && (await takeOverHold(sessionId))) {
    startedAt = performance.now();
    start = await startAttempt(sessionId, body, client);
  }
  const isFresh = performance.now() - startedAt < tooLateMs;
  const final = start.kind === "started" && isFresh ? await authorise(start.attempt) : null;
  if (start.kind === "order_held") await noteHeldOrder(sessionId);
  return final ? advanceReadAndView(final) : advanceAndView(sessionId);
}

async function startAttempt(sessionId: string, body: PayBody, client: Client) {
  const read = (session: SessionRow) => readPayment(session, body, client);
  try {
    return await beginAttempt(sessionId, { attemptId: newUlid(), client, read });
  } catch (error) {
    const isHeld = error instanceof OrderHeld || isUniqueViolation(error) || isLinkUsedUp(error);
    if (isHeld) return { kind: "order_held" } as const;
    throw error;
  }
}

async function takeOverHold(sessionId: string): Promise<boolean> {
  const session = await findSession(sessionId);
  return session?.state === "hosted" && takeOver(session);
}

/** Records that this session charged nothing because another session is paying or has paid the order. */
async function noteHeldOrder(sessionId: string): Promise<void> {
  await inTransaction(async () => {
    const locked = await lockSession(sessionId);
    await noteOnForm(locked, await heldCode(locked.session), "order_held");
  });
}

async function heldCode(session: SessionRow): Promise<string> {
  if (session.paymentLinkId || session.purpose === "card_create") return linkHeldCode;
  return (await isOrderPaid(session)) ? orderPaidCode : orderBusyCode;
}

/** Returns the session with its result, or null if the session must be read again. */
async function authorise({ session, payment, ...attempt }: StartedAttempt): Promise<SessionRow | null> {
  const place = { environment: session.environment, terminalId: attempt.terminalId };
  const request = toRequest(session, attempt, payment);
  const eventOf = (outcome: Outcome) => ({ type: "answer", outcome, by: "call" }) as const;
  const recordLate = async (outcome: Outcome) => {
    await advanceSession(session.id, eventOf(outcome), request.attemptId);
  };
  const outcome = await callGateway(async () => (await gatewayOf(place)).authorise(request), recordLate);
  return advanceForCustomer(session.id, eventOf(outcome), request.attemptId);
}

function toRequest(
  session: SessionRow,
  attempt: Omit<StartedAttempt, "session" | "payment">,
  { card, cardUse, customer, browser }: Payment,
): AuthoriseRequest {
  return {
    ...attempt,
    transactionId: session.transactionId,
    orderId: session.orderId,
    currency: session.currency,
    platform: session.platform,
    card,
    cardUse,
    customer: { ...customer, email: customer.email ?? session.email },
    browser,
    verifyAddress: session.avs,
    returnUrl: returnUrl({ attemptId: attempt.attemptId, step: 1 }),
    isVerification: session.purpose === "card_create",
    simulation: session.environment === "sandbox" ? simulationOf(session) : null,
  };
}
