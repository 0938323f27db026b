import {
  type Fingerprints,
  fingerprintsOf,
  type GuardVerdict,
  judgeAttempt,
  refusalOfCard,
} from "@/lib/cards/card-guard";
import { splitName } from "@/lib/checkout/request/request-rules";
import { writeDecision } from "@/lib/checkout/session/advance-session";
import { isCardLinkHeld } from "@/lib/checkout/session/card-link-use";
import { columnsOfChange, newAttemptPart, writeSession } from "@/lib/checkout/session/change-store";
import { isLinkShut } from "@/lib/checkout/session/link-use";
import { type LockedSession, lockSession } from "@/lib/checkout/session/lock-store";
import { resultParts } from "@/lib/checkout/session/session-effects";
import { failed } from "@/lib/checkout/session/session-endings";
import { type SessionRow, simulationOf } from "@/lib/checkout/session/session-row-store";
import { decide } from "@/lib/checkout/session/session-rules";
import { isOrderPaid } from "@/lib/checkout/session/store";
import { inTransaction } from "@/lib/db/client";
import { type Route, routeOf } from "@/lib/gateway/route";
import type { Minor } from "@/lib/kit/money";
import { contactDetailsOf } from "@/lib/reference/customer-details";
import { declinedCode, gatewayDownCode } from "@/lib/reference/response-codes";
import type { TimelineStep } from "@/lib/timeline/steps";
import { timelineParts } from "@/lib/timeline/store";
import { putCard } from "@/lib/vault/cards";
import type { Client, Payment } from "./parse-payment";
import type { ReadPayment } from "./read-payment";

/** Thrown to roll back the attempt, because the order is paid, or the session's link is closed or used up. */
export class OrderHeld extends Error {}

/**
 * An attempt that is stored and ready for the gateway. With `requireAuthentication`, an approval without 3DS counts as
 * a decline.
 */
export type StartedAttempt = {
  attemptId: string;
  terminalId: string | null;
  calledAt: Date;
  amount: Minor;
  requireAuthentication: boolean;
  session: SessionRow;
  payment: Payment;
};

/** `refused`: this attempt must not reach the gateway. `stale`: the session accepts no attempt in its current state. */
export type AttemptStart = { kind: "started"; attempt: StartedAttempt } | { kind: "refused" } | { kind: "stale" };

type Submission = {
  attemptId: string;
  client: Client;
  /** Reads the form by the rules of the session. It may refuse the form by throwing. */
  read(session: SessionRow): Promise<ReadPayment>;
};

/** Stores the attempt with an id of our own and commits it before the gateway is called. */
export function beginAttempt(sessionId: string, { attemptId, client, read }: Submission): Promise<AttemptStart> {
  return inTransaction(async () => {
    const locked = await lockSession(sessionId);
    const { session, situation } = locked;
    // If the session is not waiting for a payment, the page is out of date, and its form is not validated.
    if (session.state !== "hosted") return { kind: "stale" };
    const form = await read(session);
    if (form.kind === "card_unusable") {
      await writeDecision(locked, decide(situation, { type: "card_unusable", code: form.code }));
      return { kind: "refused" };
    }
    const route = await routeOf(session);
    if (!route) {
      await noteOnForm(locked, gatewayDownCode, "gateway_down");
      return { kind: "refused" };
    }
    const { payment } = form;
    const fingerprints = fingerprintsOf(payment.card.number, client.address);
    return storeAttempt({ locked, session, attemptId, payment, fingerprints, ...route }, client);
  });
}

async function storeAttempt(pending: PendingAttempt, { language }: Client): Promise<AttemptStart> {
  const { locked, session, attemptId, payment } = pending;
  const { now } = locked.situation;
  const decision = decide(locked.situation, { type: "submit" });
  if (decision.session?.state !== "authorising" || !decision.attempt) {
    await writeDecision(locked, decision);
    return { kind: "stale" };
  }
  const { refusal, requireAuthentication } = await judge(pending);
  if (refusal) {
    await refuseAttempt(pending, refusal);
    return { kind: "refused" };
  }
  const inquireAt = decision.attempt.inquireAt ?? null;
  const { terminalId } = pending;
  const attempt = { ...attemptOf(pending), terminalId, inquireAt, requiresAuthentication: requireAuthentication };
  const steps = decision.steps.map((step) =>
    step.type === "try_started" ? startOf(pending, requireAuthentication) : step,
  );
  const customer = customerOf(session, payment);
  await writeSession(
    locked,
    { ...columnsOfChange(locked, decision.session), attemptId, lastCode: null, language, ...customer },
    [newAttemptPart(attempt), ...timelineParts(session.id, now, withConsent(session, steps))],
  );
  if (session.purpose === "card_create") {
    if (await isCardLinkHeld(session.id)) throw new OrderHeld();
    await putIntoVault(pending);
  }
  // This check must follow `writeSession`, which reserves the order. Until then another session can still pay the
  // order.
  if (await isOrderPaid(session)) throw new OrderHeld();
  // `writeSession` took a use of the link, and so locked it. The link may have closed since the payer opened the page.
  if (session.paymentLinkId && (await isLinkShut(session.paymentLinkId))) throw new OrderHeld();
  const { amount } = attempt;
  const started = { attemptId, terminalId, calledAt: now, amount, requireAuthentication, session, payment };
  return { kind: "started", attempt: started };
}

const withConsent = ({ purpose }: SessionRow, steps: readonly TimelineStep[]): TimelineStep[] =>
  purpose === "card_create" ? [{ type: "consent_given" }, ...steps] : [...steps];

/** Says at which acquirer the attempt starts, and explains why it needs 3DS although the card usually does not. */
const startOf = ({ names }: PendingAttempt, requireAuthentication: boolean): TimelineStep => ({
  type: "try_started",
  detail: { ...names, ...(requireAuthentication && { authentication: "required" }) },
});

/**
 * Puts the card number into the vault until the outcome of the attempt is known, because another process may learn the
 * outcome.
 */
async function putIntoVault({ locked, session, attemptId, payment }: PendingAttempt): Promise<void> {
  const { accountNumber, environment } = session;
  await putCard({ id: attemptId, accountNumber, environment }, payment.card.number, locked.situation.now);
}

async function judge({ locked, session, fingerprints }: PendingAttempt): Promise<GuardVerdict> {
  const { now } = locked.situation;
  const isGuarded = session.environment === "live" || simulationOf(session).guard;
  const verdict = await judgeAttempt({ session, fingerprints, now, isGuarded });
  if (verdict.refusal || session.purpose !== "card_create") return verdict;
  return { ...verdict, refusal: await refusalOfCard(fingerprints.cardForms, { ...session, now }) };
}

type PendingAttempt = {
  locked: LockedSession;
  session: SessionRow;
  attemptId: string;
  payment: Payment;
  fingerprints: Fingerprints;
} & Route;

const amountOf = ({ session }: PendingAttempt): Minor => session.total + session.customerFee;

function attemptOf(pending: PendingAttempt) {
  const { locked, session, attemptId, payment, fingerprints } = pending;
  const { now } = locked.situation;
  return {
    id: attemptId,
    sessionId: session.id,
    environment: session.environment,
    platform: session.platform,
    amount: amountOf(pending),
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

/**
 * Records an attempt that the card guard refuses. It counts as an attempt and looks like a decline, so that a card
 * tester learns nothing from it.
 */
async function refuseAttempt(pending: PendingAttempt, because: string): Promise<void> {
  const { locked, session, attemptId, payment } = pending;
  const { now } = locked.situation;
  const decision = failed(locked.situation, declinedCode, {});
  if (!decision.session) return;
  const columns = { ...columnsOfChange(locked, decision.session), attemptId, ...customerOf(session, payment) };
  const steps: TimelineStep[] = [{ type: "try_refused", detail: { because } }, ...decision.steps];
  await writeSession(locked, columns, [
    newAttemptPart({ ...attemptOf(pending), state: "refused", code: declinedCode }),
    ...timelineParts(session.id, now, steps),
    ...resultParts(locked, columns, null),
  ]);
}

/** The customer's details for the record. Of the card number, only the last four digits are kept. */
function customerOf(session: SessionRow, { card, customer }: Payment) {
  const { purpose, firstName, lastName, paymentLinkId } = session;
  const masked = card.number.slice(-4).padStart(card.number.length, "X");
  // The customer name from the shop takes precedence over the name on the card, except when the session stores the
  // card.
  const isKnown = firstName !== null && purpose !== "card_create";
  const names = isKnown ? { firstName, lastName } : splitName(card.name);
  const details = paymentLinkId ? withAnswers(session, customer) : customer;
  return { ...details, ...names, card: masked, cardNetwork: card.network };
}

/** The merchant of a payment link asked for these details. So an answer stays, if the payer empties its field later. */
function withAnswers(session: SessionRow, customer: Payment["customer"]): Payment["customer"] {
  const entered = Object.entries(customer).filter(([, value]) => value !== null);
  return { ...contactDetailsOf(session), ...Object.fromEntries(entered) };
}

/** Shows a notice on the form without counting an attempt, because no attempt was made. */
export async function noteOnForm(
  locked: LockedSession,
  lastCode: string,
  type: "order_held" | "gateway_down",
): Promise<void> {
  const { session, situation } = locked;
  // Repeated clicks on Pay must not add further steps to the timeline.
  if (situation.state !== "hosted" || session.lastCode === lastCode) return;
  const steps = timelineParts(session.id, situation.now, [{ type, detail: { code: lastCode } }]);
  await writeSession(locked, columnsOfChange(locked, { state: "hosted", lastCode }), steps);
}
