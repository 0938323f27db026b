import type { SessionView } from "@/lib/checkout/page/view-contract";
import {
  advanceAndView,
  asksEmail,
  findByTokenOrThrow,
  simulationOf,
  viewSession,
} from "@/lib/checkout/page/view-session";
import { advanceSession } from "@/lib/checkout/session/advance-session";
import { columnsOfChange, writeSession } from "@/lib/checkout/session/change-store";
import { lockSession } from "@/lib/checkout/session/lock-store";
import type { SessionRow } from "@/lib/checkout/session/session-row-store";
import { returnToken } from "@/lib/checkout/session/session-token";
import { isOrderPaid } from "@/lib/checkout/session/store";
import { inTransaction, isUniqueViolation } from "@/lib/db/client";
import { callGateway } from "@/lib/gateway/call";
import { gatewayOrThrow } from "@/lib/gateway/gateways";
import type { AuthoriseRequest, Gateway, Outcome } from "@/lib/gateway/port";
import { second } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { newUlid } from "@/lib/kit/ids";
import { gatewayDownCode, orderBusyCode, orderPaidCode } from "@/lib/reference/response-codes";
import { timelineParts } from "@/lib/timeline/store";
import { beginAttempt, OrderHeld, type StartedAttempt } from "./begin-attempt";
import { type Client, monthOf, type PayBody, type Payment, parsePayment } from "./parse-payment";
import { type ReadPayment, readStoredCard } from "./read-stored-card";

/**
 * If storing the attempt takes longer than this, the charge is not sent. By then the worker may have inquired at the
 * gateway and recorded that no charge exists. A late charge would make that record wrong.
 */
const tooLateMs = 10 * second;

/** Handles the Pay button. Always returns the current view of the session. */
export async function submitPayment(token: string, body: PayBody, client: Client): Promise<SessionView> {
  const session = await findByTokenOrThrow(token);
  // If the session is not waiting for a payment, the page is out of date. It gets the current state, and its form is
  // not validated.
  if (session.state !== "hosted") return viewSession(session);
  const read = await readPayment(session, body, client);
  if (read.kind === "card_unusable") {
    await advanceSession(session.id, { type: "card_unusable", code: read.code });
    return advanceAndView(session.id);
  }
  // Fails before the attempt is stored if no acquirer is configured, because the outcome of the attempt could never be
  // inquired.
  const gateway = gatewayOrThrow(session);
  if (!gateway.isReachable()) {
    await noteOnForm(session, gatewayDownCode, "gateway_down");
    return advanceAndView(session.id);
  }
  const startedAt = performance.now();
  const start = await startAttempt(session, read.payment, client);
  const isFresh = performance.now() - startedAt < tooLateMs;
  if (start.kind === "started" && isFresh) {
    await authorise(gateway, session.id, toRequest(session, start.attempt, read.payment));
  }
  if (start.kind === "order_held") await noteHeldOrder(session);
  return advanceAndView(session.id);
}

async function startAttempt(session: SessionRow, payment: Payment, client: Client) {
  try {
    return await beginAttempt(session, newUlid(), payment, client);
  } catch (error) {
    if (error instanceof OrderHeld || isUniqueViolation(error)) return { kind: "order_held" } as const;
    throw error;
  }
}

async function readPayment(session: SessionRow, body: PayBody, client: Client): Promise<ReadPayment> {
  const today = monthOf(session.now);
  if (session.chargedCardUuid) return readStoredCard(session, session.chargedCardUuid, { body, today, client });
  const { account, cardType } = session;
  const known = { merchantEmail: account.email, cardType, today };
  const payment = parsePayment(body, { ...session, ...known, asksEmail: asksEmail(session) }, client);
  return { kind: "payment", payment };
}

/** Records that this session charged nothing because another session is paying or has paid the order. */
async function noteHeldOrder(session: SessionRow): Promise<void> {
  await noteOnForm(session, (await isOrderPaid(session.id)) ? orderPaidCode : orderBusyCode, "order_held");
}

/** Shows a notice on the form without counting an attempt, because no attempt was made. */
async function noteOnForm(session: SessionRow, lastCode: string, type: "order_held" | "gateway_down"): Promise<void> {
  // Repeated clicks on Pay must not add further steps to the timeline.
  if (session.lastCode === lastCode) return;
  await inTransaction(async () => {
    const locked = await lockSession(session.id);
    if (locked.situation.state !== "hosted") return;
    const steps = timelineParts(session.id, locked.situation.now, [{ type, detail: { code: lastCode } }]);
    await writeSession(locked, columnsOfChange(locked, { state: "hosted", lastCode }), steps);
  });
}

async function authorise(gateway: Gateway, sessionId: string, request: AuthoriseRequest): Promise<void> {
  const record = async (outcome: Outcome) => {
    await advanceSession(sessionId, { type: "answer", outcome, by: "call" }, request.attemptId);
  };
  await record(await callGateway(() => gateway.authorise(request), record));
}

function toRequest(
  session: SessionRow,
  attempt: StartedAttempt,
  { card, customer, browser }: Payment,
): AuthoriseRequest {
  return {
    ...attempt,
    transactionId: session.transactionId,
    orderId: session.orderId,
    currency: session.currency,
    platform: session.platform,
    card,
    customer: { ...customer, email: customer.email ?? session.email },
    browser,
    verifyAddress: session.avs,
    returnUrl: `${env().PUBLIC_URL}/challenge/${returnToken(attempt.attemptId)}`,
    isVerification: session.purpose === "card_create",
    simulation: session.environment === "sandbox" ? simulationOf(session) : null,
  };
}
