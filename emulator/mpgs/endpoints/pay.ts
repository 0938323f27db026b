import { type Answer, json } from "@/emulator/base/wire/answers";
import {
  type Authentication,
  findTransaction,
  isAuthenticated,
  type Order,
  type Transaction,
} from "@/emulator/mpgs/orders";
import { acquirerCodeOf, codeOfExpiry, isUndecided } from "@/emulator/mpgs/outcomes";
import { addTransaction } from "@/emulator/mpgs/transactions";
import { transactionBody } from "@/emulator/mpgs/wire/bodies";
import { broken, type Finding, refusal, unseen } from "@/emulator/mpgs/wire/findings";
import { minorAt } from "@/emulator/mpgs/wire/leaves";
import type { Session, SessionCard } from "@/emulator/mpgs/world";
import { type Call, field, findOrder, keyOf, orderKeyOf } from "./call";
import { cardChanged, checkSessionOf, openOrder, requireSession, sessionOf } from "./orders";

export function checkPayment(call: Call): Finding[] {
  const { world, operation } = call;
  const { session } = sessionOf(call) ?? {};
  const found = [...checkSessionOf(call), ...checkAuthentication(call), ...checkEarlierPayments(call)];
  if (operation === "PAY" && world.dials.authorizeOnly) found.push(refusal("The profile does not support PAY."));
  if (session && world.dials.sessionCsc === "required" && hasForgotten(call, session))
    found.push(refusal("sourceOfFunds.provided.card.securityCode is missing."));
  return found;
}

const hasForgotten = ({ world }: Call, { authentications }: Session): boolean =>
  world.dials.sessionCsc !== "kept" && authentications > 0;

type Authenticating = Transaction & { authentication: Authentication };

const isAuthentication = (transaction: Transaction): transaction is Authenticating =>
  transaction.authentication !== null;

/** The merchant may pay all the same, if the card takes no part or 3-D Secure was unavailable. */
const mayProceed = ({ authentication, recommendation }: Authenticating): boolean =>
  isAuthenticated(authentication) ||
  (recommendation === "PROCEED" &&
    ["AUTHENTICATION_NOT_SUPPORTED", "AUTHENTICATION_UNAVAILABLE"].includes(authentication.status));

function checkAuthentication(call: Call): Finding[] {
  const order = findOrder(call);
  const named = field(call, "authentication.transactionId");
  if (named === null) return checkWithoutAuthentication(order);
  const transaction = order && findTransaction(order, named);
  if (!transaction || !isAuthentication(transaction))
    return [broken("authentication_unknown", "The order has no such authentication.", "authentication.transactionId")];
  const found = mayProceed(transaction) ? [] : [unseen("authentication_not_passed", transaction.authentication.status)];
  const { amountMinor, currency, authentication, card } = transaction;
  const isSame = minorAt(call.leaves, "order.amount") === amountMinor && field(call, "order.currency") === currency;
  // INITIATE_AUTHENTICATION alone knows no amount.
  if (!isSame && authentication.redirectResponseUrl !== null)
    found.push(broken("amount_changed", "The amount or the currency differs from the authentication.", "order.amount"));
  const session = sessionOf(call);
  if (session && session.facts.digest !== card?.digest) found.push(cardChanged());
  return found;
}

/** The gateway takes a payment without authentication. */
function checkWithoutAuthentication(order: Order | null): Finding[] {
  const latest = order?.transactions.findLast(isAuthentication);
  if (!latest) return [];
  const { status } = latest.authentication;
  if (isAuthenticated(latest.authentication)) return [unseen("authentication_left_out", status)];
  return mayProceed(latest) ? [] : [unseen("authentication_not_passed", status)];
}

/** The gateway takes a second payment of an order, and money moves twice. */
function checkEarlierPayments(call: Call): Finding[] {
  const { own } = call.world;
  const order = findOrder(call);
  const isOpen = own.sentPayments.get(orderKeyOf(call))?.some(({ key, transactionId }) => {
    if (key === keyOf(call)) return false;
    const earlier = order && findTransaction(order, transactionId);
    if (!earlier) return !own.answered.has(key);
    return !earlier.isVoided && (earlier.result !== "FAILURE" || isUndecided(earlier.gatewayCode));
  });
  return isOpen ? [unseen("payment_sent_again", "Another payment of the order was not refused.")] : [];
}

/** Remembers that a payment arrived, also if its work is lost. */
export function noteArrival(call: Call): void {
  const { sentPayments } = call.world.own;
  const sent = { key: keyOf(call), transactionId: call.transactionId };
  sentPayments.set(orderKeyOf(call), [...(sentPayments.get(orderKeyOf(call)) ?? []), sent]);
}

export function pay(call: Call): Answer {
  const { world, transactionId: id, operation, leaves } = call;
  const { session, card, facts } = requireSession(call);
  const order = openOrder(call, facts);
  const named = field(call, "authentication.transactionId");
  order.amountMinor = minorAt(leaves, "order.amount");
  order.street ??= session.street;
  const decided = decide(call, order, card);
  const { gatewayCode, final } = delay(call, decided);
  const isPartial = gatewayCode === "PARTIALLY_APPROVED";
  const transaction = addTransaction(world, order, {
    id,
    type: operation === "PAY" ? "PAYMENT" : "AUTHORIZATION",
    amountMinor: isPartial ? order.amountMinor / 2n : order.amountMinor,
    currency: order.currency,
    gatewayCode,
    acquirerCode: acquirerCode(call, order, gatewayCode),
    refersTo: named,
    final,
    verification: {
      csc: hasForgotten(call, session) ? null : cscResult(card),
      avs: avsResult(order.street),
    },
  });
  return json(transactionBody(order, transaction), 201);
}

const approvals = {
  full: "APPROVED",
  auto: "APPROVED_AUTO",
  pending_settlement: "APPROVED_PENDING_SETTLEMENT",
  partial: "PARTIALLY_APPROVED",
} as const;

/** The answer of the issuer, or of the gateway before it. */
function decide(call: Call, order: Order, { expiry }: SessionCard): string {
  const { dials } = call.world;
  const named = findTransaction(order, field(call, "authentication.transactionId") ?? "");
  if (dials.riskRule === "blocks_payment") return "BLOCKED";
  if (named && isAuthentication(named) && !mayProceed(named)) return "AUTHENTICATION_FAILED";
  if (order.card.behaviour.gatewayCode !== "APPROVED") return order.card.behaviour.gatewayCode;
  const code = codeOfExpiry(expiry, call.world.now()) ?? "APPROVED";
  return code === "APPROVED" ? approvals[dials.approval] : code;
}

type Delayed = Pick<Transaction, "gatewayCode" | "final">;

/** A payment whose result comes later is pending, or timed out, until then. */
function delay({ world }: Call, decided: string): Delayed {
  const { pendingPayment, timedOut, finalAfterMs } = world.dials;
  const later = (gatewayCode: string) => ({ at: world.now() + finalAfterMs, gatewayCode });
  if (decided === "TIMED_OUT" && timedOut !== "stays")
    return { gatewayCode: decided, final: later(timedOut === "approved" ? "APPROVED" : "REVERSED") };
  if (pendingPayment === "none") return { gatewayCode: decided, final: null };
  if (pendingPayment === "stays") return { gatewayCode: "PENDING", final: null };
  return { gatewayCode: "PENDING", final: later(pendingPayment === "approved" ? decided : "DECLINED") };
}

function acquirerCode({ world }: Call, { card }: Order, gatewayCode: string): string | null {
  if (world.dials.acquirerCode === "none") return null;
  const code = card.behaviour.acquirerCode ?? acquirerCodeOf(gatewayCode);
  return code !== null && world.dials.acquirerCode === "own" ? `D${code}` : code;
}

const cscResults: Readonly<Record<string, string>> = { "101": "NOT_PROCESSED", "102": "NO_MATCH" };

/** Amex writes a zero after the vendor's test values. */
const cscResult = ({ securityCode }: SessionCard): string | null =>
  securityCode === null ? null : (cscResults[securityCode.replace(/^(\d{3})0$/, "$1")] ?? "MATCH");

const streets: Readonly<Record<string, string>> = {
  "Alpha St": "ADDRESS_MATCH",
  "X-ray St": "ADDRESS_ZIP_MATCH",
  "Whiskey St": "ZIP_MATCH",
  "November St": "NO_MATCH",
  "Uniform St": "NOT_AVAILABLE",
  "Sierra St": "SERVICE_NOT_SUPPORTED",
};

/** Any other street matches. */
function avsResult(street: string | null): string | null {
  if (street === null) return null;
  const known = Object.keys(streets).find((name) => street.includes(name));
  return streets[known ?? ""] ?? "ADDRESS_ZIP_MATCH";
}
