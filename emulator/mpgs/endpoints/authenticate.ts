import { randomUUID } from "node:crypto";
import { type Answer, json, type WireObject } from "@/emulator/base/wire/answers";
import type { Flow } from "@/emulator/mpgs/cards";
import { type Authentication, findTransaction, type Order, type Transaction } from "@/emulator/mpgs/orders";
import { challengeRedirect, methodRedirect, returnRedirect } from "@/emulator/mpgs/three-ds/redirect-html";
import { type AuthenticationEnd, recordResult, returnFields } from "@/emulator/mpgs/three-ds/result";
import { createTransaction } from "@/emulator/mpgs/transactions";
import { transactionBody } from "@/emulator/mpgs/wire/bodies";
import { broken, type Finding } from "@/emulator/mpgs/wire/findings";
import { minorAt } from "@/emulator/mpgs/wire/leaves";
import { type Call, field, findOrder } from "./call";
import { cardChanged, checkSessionOf, openOrder, requireSession, sessionOf } from "./orders";

export function checkInitiate(call: Call): Finding[] {
  const found = checkSessionOf(call);
  const { session } = sessionOf(call) ?? {};
  if (found.length > 0 || !session || session.authentications < session.authenticationLimit) return found;
  return [broken("authentication_limit", `The session allows ${session.authenticationLimit}.`, "session.id")];
}

function flowOf({ world }: Call, { card }: Order): Flow {
  const { threeDS } = world.dials;
  if (threeDS === "run") return card.behaviour.flow;
  return threeDS === "unavailable" ? "unavailable" : "not_enrolled";
}

const mandates = (call: Call): boolean => field(call, "authentication.challengePreference") === "CHALLENGE_MANDATED";

export function initiate(call: Call): Answer {
  const { world, transactionId: id, origin } = call;
  const { session, facts } = requireSession(call);
  session.authentications += 1;
  const order = openOrder(call, facts);
  const authentication: Authentication = {
    status: "AUTHENTICATION_AVAILABLE",
    transStatus: null,
    eci: null,
    dsTransactionId: randomUUID(),
    acsTransactionId: randomUUID(),
    serverTransactionId: randomUUID(),
    methodCompleted: false,
    mandatesChallenge: mandates(call),
    redirectResponseUrl: null,
  };
  const type = "AUTHENTICATION";
  const facts3ds = { id, type, amountMinor: 0n, currency: order.currency, authentication } as const;
  const transaction = createTransaction(world, order, facts3ds);
  const place = { profileId: order.terminal, orderId: order.transactionIdentifier, transactionId: id };
  world.own.authentications.set(authentication.acsTransactionId, place);
  world.own.authentications.set(authentication.serverTransactionId, place);
  const end = beginningOf(call, flowOf(call, order));
  recordResult(world, order, transaction, end);
  const hasMethodPage = end === "available" && facts.behaviour.hasMethodPage && world.dials.methodPage;
  return answer(order, transaction, hasMethodPage ? methodRedirect(origin, authentication) : undefined);
}

function beginningOf({ world }: Call, flow: Flow): AuthenticationEnd {
  if (world.dials.riskRule === "blocks_authentication") return "blocked";
  if (flow === "not_enrolled") return "not_supported";
  return flow === "initiate_error" ? "error" : "available";
}

const answer = (order: Order, transaction: Transaction, redirect?: WireObject): Answer =>
  json(transactionBody(order, transaction, redirect), 201);

type Initiated = { order: Order; transaction: Transaction; authentication: Authentication };

/** The authentication that INITIATE_AUTHENTICATION began under the same ids. */
function initiatedOf(call: Call): Initiated | null {
  const order = findOrder(call);
  const transaction = order && findTransaction(order, call.transactionId);
  const { authentication } = transaction ?? {};
  return order && transaction && authentication ? { order, transaction, authentication } : null;
}

export function checkAuthenticate(call: Call): Finding[] {
  const initiated = initiatedOf(call);
  const found = checkSessionOf(call);
  if (initiated?.authentication.status !== "AUTHENTICATION_AVAILABLE")
    return [
      ...found,
      broken("authenticate_unprepared", "INITIATE_AUTHENTICATION did not answer AUTHENTICATION_AVAILABLE."),
    ];
  const session = sessionOf(call);
  if (session && session.facts.digest !== initiated.order.card.digest) return [...found, cardChanged()];
  if (field(call, "order.currency") !== initiated.transaction.currency)
    return [
      ...found,
      broken("amount_changed", "The currency differs from that of INITIATE_AUTHENTICATION.", "order.currency"),
    ];
  return found;
}

export function authenticate(call: Call): Answer {
  const { world, leaves, origin } = call;
  const initiated = initiatedOf(call);
  if (!initiated) throw new Error("A checked authentication is gone.");
  const { transaction, authentication } = initiated;
  const order = openOrder(call, requireSession(call).facts);
  order.amountMinor = minorAt(leaves, "order.amount");
  transaction.amountMinor = order.amountMinor;
  authentication.redirectResponseUrl = field(call, "authentication.redirectResponseUrl");
  authentication.mandatesChallenge ||= mandates(call);
  const end = endOf(flowOf(call, order), order, authentication);
  recordResult(world, order, transaction, end);
  if (end === "C")
    return answer(order, transaction, challengeRedirect(origin, authentication, world.dials.customizedHtml));
  const url = authentication.redirectResponseUrl ?? "";
  return answer(order, transaction, returnRedirect(url, returnFields(order, transaction)));
}

const endOfFlow: Readonly<Record<Flow, AuthenticationEnd>> = {
  frictionless: "Y",
  attempted: "A",
  challenge: "C",
  rejected: "R",
  unavailable: "U",
  not_enrolled: "not_supported",
  initiate_error: "error",
  authenticate_error: "error",
};

function endOf(flow: Flow, { card }: Order, { mandatesChallenge }: Authentication): AuthenticationEnd {
  const end = endOfFlow[flow];
  const isPassed = end === "Y" || end === "A";
  return isPassed && mandatesChallenge && !card.behaviour.ignoresMandate ? "C" : end;
}
