import { type Fingerprints, fingerprintsOf, type GuardVerdict, judgeTry, refusalOfCard } from "@/lib/cards/card-guard";
import { lockCardShared } from "@/lib/cards/card-store";
import { simulationOf } from "@/lib/checkout/page/view-session";
import { splitName } from "@/lib/checkout/request/request-rules";
import { writeDecision } from "@/lib/checkout/session/advance-session";
import { tellResult } from "@/lib/checkout/session/session-effects";
import { failed } from "@/lib/checkout/session/session-endings";
import type { Decision, Step } from "@/lib/checkout/session/session-model";
import { decide } from "@/lib/checkout/session/session-rules";
import {
  insertAttempt,
  isOrderPaid,
  type LockedSession,
  lockSession,
  type SessionRow,
  updateSession,
} from "@/lib/checkout/session/store";
import { inTransaction } from "@/lib/db/client";
import type { Minor } from "@/lib/kit/money";
import { cardGoneCode, declinedCode } from "@/lib/reference/response-codes";
import { appendEvents } from "@/lib/timeline/store";
import { putCard } from "@/lib/vault/cards";
import type { Client, Payment } from "./parse-payment";

/** Thrown to roll the attempt back: the order was paid by another session. */
export class OrderHeld extends Error {}

/** A try that is written down, what it charges, and whether only an authenticated approval counts. */
export type StartedAttempt = { attemptId: string; amount: Minor; requireAuthentication: boolean };

/** Writes down, under our own identifier, that the gateway is about to be asked. Committed before it is. */
export function beginAttempt(
  session: SessionRow,
  attemptId: string,
  payment: Payment,
  client: Client,
): Promise<StartedAttempt | "refused" | "not now"> {
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
    const { refusal, requireAuthentication } = await judge(begun);
    if (refusal) {
      await refuseTry(begun, refusal);
      return "refused";
    }
    const inquireAt = decision.attempt.inquireAt ?? null;
    await insertAttempt({ ...attemptOf(begun), inquireAt, requiresAuthentication: requireAuthentication });
    if (session.purpose === "card_create") await putIntoVault(begun);
    const { language } = client;
    const customer = customerOf(session, payment);
    await updateSession(locked, decision.session, { attemptId, lastCode: null, language, ...customer });
    // Only now that the order is ours: until then somebody else could still have been paying it.
    if (await isOrderPaid(session.id)) throw new OrderHeld();
    await appendEvents(session.id, now, requireAuthentication ? withAuthentication(decision.steps) : decision.steps);
    return { attemptId, amount: amountOf(begun), requireAuthentication };
  });
}

/** The merchant's timeline says why the bank checks a payer whose card usually needs no 3DS. */
const withAuthentication = (steps: readonly Step[]): Step[] =>
  steps.map((step) => (step.type === "try_started" ? { ...step, detail: { authentication: "required" } } : step));

/** A stored card that was deleted meanwhile is not charged any more; one that is being charged is not deleted before. */
async function decideOn({ chargedCardUuid }: SessionRow, { situation }: LockedSession): Promise<Decision> {
  const isThere = chargedCardUuid === null || (await lockCardShared(chargedCardUuid));
  return decide(situation, isThere ? { type: "submit" } : { type: "card_unusable", code: cardGoneCode });
}

/** Until it is known what becomes of the try, the number waits there: whoever finds that out may be another process. */
async function putIntoVault({ locked, session, attemptId, payment }: Try): Promise<void> {
  const { accountNumber, environment } = session;
  await putCard({ id: attemptId, accountNumber, environment }, payment.card.number, locked.situation.now);
  await appendEvents(session.id, locked.situation.now, [{ type: "consent_given" }]);
}

async function judge({ locked, session, fingerprints }: Try): Promise<GuardVerdict> {
  const { now } = locked.situation;
  const isGuarded = session.environment === "live" || simulationOf(session).guard;
  const verdict = await judgeTry({ session, fingerprints, now, isGuarded });
  if (verdict.refusal || session.purpose !== "card_create") return verdict;
  return { ...verdict, refusal: await refusalOfCard(fingerprints.cardForms, { ...session, now }) };
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
    await tellResult(locked, decision.session);
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
