import { unauthenticatedCode } from "@/lib/reference/response-codes";
import { isAllowed } from "../authentication-rules";
import type { Authentication, Outcome, SessionClock } from "../port";
import { loadTerminal, readPolicy, type Terminal } from "../terminals/terminal-store";
import { challengePage } from "./bank-pages";
import { cancelUnpaid, findMpgsCharge, type MpgsCharge, storeFirstPage, storeNextPage } from "./charge-store";
import { currentOutcome, decline } from "./ends";
import { refusal } from "./outcomes";
import { pay } from "./pay";
import { callMpgs, type MpgsAnswer, preparationLimitMs } from "./transport/transport";
import { authenticationIn, type GatewayRecord, isAbout, isSameMoney, readRecord } from "./wire/answers";
import { authenticateBody, type PayerFacts, transactionIds, transactionPath } from "./wire/requests";

/** Asks the card's bank to authenticate the payer, and reads the gateway's record of its answer. */

type Question = {
  attemptId: string;
  sessionId: string;
  facts: PayerFacts;
  /** The number of the page that follows if the bank wants to ask the payer. */
  step: number;
  returnUrl: string;
};

/** Asks the bank, once for each charge. The bank passes the payer, refuses, or wants to ask on a page of its own. */
export async function askBank(question: Question, clock: SessionClock): Promise<Outcome> {
  const { attemptId, sessionId, facts, step, returnUrl } = question;
  const charge = await findMpgsCharge(attemptId);
  if (!charge) return { status: "not_found" };
  const terminal = await loadTerminal(charge.terminalId);
  const { amount, currency } = charge;
  const answer = await callMpgs(terminal.credentials, {
    method: "PUT",
    path: transactionPath(attemptId, transactionIds.authentication),
    body: authenticateBody(sessionId, facts, { amount, currency, returnUrl }),
    limitMs: preparationLimitMs,
  });
  const record = recordOf(charge, answer);
  if (!record) return abandon(attemptId, answer, clock);
  if (record.transaction?.authenticationStatus !== pendingStatus) {
    return continueAfter({ charge, terminal, record, sessionId, facts }, clock);
  }
  const html = challengePage(record);
  if (html === null) return abandon(attemptId, answer, clock);
  const steps = { sessionId, facts, page: { kind: "challenge", html, step } } as const;
  const store = step === 1 ? storeFirstPage : storeNextPage;
  const isStored = await store(attemptId, steps, await clock.timeOf(attemptId));
  return isStored ? { status: "challenge", html } : currentOutcome(attemptId, clock);
}

/** Reads what the gateway knows after the payer's visit at the bank. What the browser posted proves nothing. */
export async function readBankAnswer(
  charge: MpgsCharge,
  { sessionId, facts }: Pick<Question, "sessionId" | "facts">,
  clock: SessionClock,
): Promise<Outcome> {
  const { attemptId } = charge;
  const terminal = await loadTerminal(charge.terminalId);
  const path = transactionPath(attemptId, transactionIds.authentication);
  const answer = await callMpgs(terminal.credentials, { method: "GET", path, limitMs: preparationLimitMs });
  const record = recordOf(charge, answer);
  if (!record) return abandon(attemptId, answer, clock);
  return continueAfter({ charge, terminal, record, sessionId, facts }, clock);
}

const pendingStatus = "AUTHENTICATION_PENDING";

/** The record of the authentication, or null for an answer that is not about it. */
function recordOf({ attemptId, ...money }: MpgsCharge, answer: MpgsAnswer): GatewayRecord | null {
  const record = answer.kind === "processed" ? readRecord(answer.body) : null;
  const isOurs =
    record?.transaction?.type === "AUTHENTICATION" &&
    isAbout(record, { orderId: attemptId, transactionId: transactionIds.authentication }) &&
    isSameMoney(record.transaction, money);
  return isOurs ? record : null;
}

/** The status of EMV 3DS that each result of the gateway stands for. Every other result refuses the payment. */
const statuses: Readonly<Record<string, string>> = {
  AUTHENTICATION_SUCCESSFUL: "Y",
  AUTHENTICATION_ATTEMPTED: "A",
  AUTHENTICATION_UNAVAILABLE: "U",
};

type Answered = Pick<Question, "sessionId" | "facts"> & {
  charge: MpgsCharge;
  terminal: Terminal;
  record: GatewayRecord;
};

/** Pays if the result of 3DS allows it. A payer who is still with the bank has not passed. */
async function continueAfter(
  { charge, terminal, record, sessionId, facts }: Answered,
  clock: SessionClock,
): Promise<Outcome> {
  const { attemptId, requiresAuthentication } = charge;
  const status = statuses[record.transaction?.authenticationStatus ?? ""] ?? null;
  const authentication: Authentication = { ...authenticationIn(record), ...(status && { status }) };
  const demand = { policy: await readPolicy(terminal.platform), requiresAuthentication };
  // The gateway would refuse the payment, too. The policy decides if the bank could not authenticate.
  const mayProceed = record.response?.gatewayRecommendation === "PROCEED" || status === "U";
  if (!mayProceed || !isAllowed(status, demand)) {
    return decline(attemptId, { declineCode: unauthenticatedCode, authentication }, clock);
  }
  return (await pay({ attemptId, sessionId, authentication, facts }, clock)) ?? currentOutcome(attemptId, clock);
}

/** Cancels a charge before its payment, because a call that the payment needs failed. */
export async function abandon(attemptId: string, answer: MpgsAnswer, clock: SessionClock): Promise<Outcome> {
  if (!(await cancelUnpaid(attemptId, await clock.timeOf(attemptId)))) return currentOutcome(attemptId, clock);
  return answer.kind === "refused" || answer.kind === "processed" ? refusal(answer) : { status: "unreachable" };
}
