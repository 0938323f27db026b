import type { Behaviour, Brand } from "./cards";
import { isUndecided, type Result } from "./outcomes";

export type AuthenticationStatus =
  | "AUTHENTICATION_AVAILABLE"
  | "AUTHENTICATION_NOT_SUPPORTED"
  | "AUTHENTICATION_PENDING"
  | "AUTHENTICATION_SUCCESSFUL"
  | "AUTHENTICATION_ATTEMPTED"
  | "AUTHENTICATION_FAILED"
  | "AUTHENTICATION_REJECTED"
  | "AUTHENTICATION_UNAVAILABLE";

export type TransactionType =
  | "AUTHENTICATION"
  | "PAYMENT"
  | "AUTHORIZATION"
  | "CAPTURE"
  | "REFUND"
  | "VOID_PAYMENT"
  | "VOID_CAPTURE"
  | "VOID_AUTHORIZATION"
  | "CHARGEBACK";

export type Authentication = {
  status: AuthenticationStatus;
  /** The status of EMV 3DS, such as Y. Null before AUTHENTICATE_PAYER. */
  transStatus: string | null;
  eci: string | null;
  dsTransactionId: string;
  acsTransactionId: string;
  serverTransactionId: string;
  methodCompleted: boolean;
  mandatesChallenge: boolean;
  redirectResponseUrl: string | null;
};

/** The card without its number and security code. */
export type CardFacts = {
  digest: string;
  masked: string;
  lastFour: string;
  brand: Brand;
  expiry: { month: string; year: string };
  behaviour: Behaviour;
};

/** A transaction of an order. The merchant chooses its id. */
export type Transaction = {
  id: string;
  type: TransactionType;
  amountMinor: bigint;
  currency: string;
  result: Result;
  gatewayCode: string;
  acquirerCode: string | null;
  recommendation: string;
  receipt: string;
  authorizationCode: string | null;
  card: CardFacts | null;
  authentication: Authentication | null;
  /** The transaction that a payment authenticated with, or that a void targets. */
  refersTo: string | null;
  verification: { csc: string | null; avs: string | null } | null;
  isVoided: boolean;
  /** The result that a pending payment gets later. */
  final: { at: number; gatewayCode: string } | null;
  at: number;
  updatedAt: number;
};

/** An order of a merchant profile, by the id that the merchant chose. */
export type Order = {
  transactionIdentifier: string;
  /** The id of the merchant profile. */
  terminal: string;
  reference: string | null;
  notificationUrl: string | null;
  amountMinor: bigint;
  currency: string;
  card: CardFacts;
  /** The street of the billing address, for AVS. */
  street: string | null;
  transactions: Transaction[];
  createdAt: number;
  settledAt: number | null;
  chargebackMinor: bigint;
};

type OrderState = "started" | "authenticated" | "undecided" | "authorized" | "captured" | "declined" | "voided";

/** An order as the control API shows it. Amounts are in major units with two decimals. */
export type ShownOrder = {
  /** The id of the order. */
  transactionIdentifier: string;
  /** The id of the merchant profile. */
  terminal: string;
  reference: string | null;
  /** What was captured or authorized, or else requested. */
  amount: string;
  currency: string;
  brand: string;
  lastFour: string;
  state: OrderState;
  authenticationStatus: AuthenticationStatus | null;
  methodCompleted: boolean;
  isSettled: boolean;
  refunds: { transactionIdentifier: string; amount: string }[];
  voidCount: number;
  /** How many times money moved. More than 1 is a bug of the merchant. */
  chargeCount: number;
  /** What the cardholder has lost now. */
  held: string;
  chargeback: string;
};

const isSuccess = ({ result }: Transaction): boolean => result === "SUCCESS";
const isOfType =
  (...types: TransactionType[]) =>
  ({ type }: Transaction): boolean =>
    types.includes(type);

const sumOf = (transactions: readonly Transaction[]): bigint =>
  transactions.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);

const isPayment = isOfType("PAYMENT", "AUTHORIZATION");
const takesMoney = isOfType("PAYMENT", "CAPTURE");
const isVoid = isOfType("VOID_PAYMENT", "VOID_CAPTURE", "VOID_AUTHORIZATION");

/** How many times money moved. More than 1 is a bug of the merchant. */
export const chargeCountOf = ({ transactions }: Order): number =>
  transactions.filter((each) => takesMoney(each) && isSuccess(each)).length;

export const capturesOf = ({ transactions }: Order): Transaction[] =>
  transactions.filter((each) => takesMoney(each) && isSuccess(each) && !each.isVoided);

export const capturedMinor = (order: Order): bigint => sumOf(capturesOf(order));

/** What authorizations hold, without payments. */
export const authorizedMinor = ({ transactions }: Order): bigint =>
  sumOf(transactions.filter((each) => each.type === "AUTHORIZATION" && isSuccess(each) && !each.isVoided));

export const refundsOf = ({ transactions }: Order): Transaction[] =>
  transactions.filter((each) => each.type === "REFUND" && isSuccess(each));

export const refundedMinor = (order: Order): bigint => sumOf(refundsOf(order));

export const voidCountOf = ({ transactions }: Order): number =>
  transactions.filter((each) => isVoid(each) && isSuccess(each)).length;

/** What the cardholder has lost now. */
export function heldMinor(order: Order): bigint {
  const captured = capturedMinor(order);
  return captured > 0n ? captured - refundedMinor(order) : authorizedMinor(order);
}

/** The latest transaction with this id: with the dial `new_charge` there can be several. */
export const findTransaction = ({ transactions }: Order, id: string): Transaction | null =>
  transactions.findLast((each) => each.id === id) ?? null;

export const authenticationOf = ({ transactions }: Order): Authentication | null =>
  transactions.findLast(({ authentication }) => authentication !== null)?.authentication ?? null;

const authenticated: readonly AuthenticationStatus[] = ["AUTHENTICATION_SUCCESSFUL", "AUTHENTICATION_ATTEMPTED"];
export const isAuthenticated = ({ status }: Authentication): boolean => authenticated.includes(status);

/** The state that the control API shows. */
export function stateOf(order: Order): OrderState {
  const payments = order.transactions.filter(isPayment);
  const authentication = authenticationOf(order);
  if (capturedMinor(order) > 0n) return "captured";
  if (authorizedMinor(order) > 0n) return "authorized";
  if (voidCountOf(order) > 0) return "voided";
  if (payments.some(({ gatewayCode, isVoided }) => isUndecided(gatewayCode) && !isVoided)) return "undecided";
  if (payments.length > 0) return "declined";
  return authentication && isAuthenticated(authentication) ? "authenticated" : "started";
}

/** The field `order.status`. */
export function statusOf(order: Order): string {
  const [captured, refunded] = [capturedMinor(order), refundedMinor(order)];
  if (order.chargebackMinor > 0n) return "CHARGEBACK_PROCESSED";
  if (refunded > 0n) return refunded < captured ? "PARTIALLY_REFUNDED" : "REFUNDED";
  const state = stateOf(order);
  if (state === "captured") return captured < authorizedMinor(order) ? "PARTIALLY_CAPTURED" : "CAPTURED";
  const statuses = { authorized: "AUTHORIZED", voided: "CANCELLED", undecided: "INITIATED", declined: "FAILED" };
  if (state !== "authenticated" && state !== "started") return statuses[state];
  const { status } = authenticationOf(order) ?? {};
  if (status === "AUTHENTICATION_NOT_SUPPORTED") return "AUTHENTICATION_NOT_NEEDED";
  if (status === "AUTHENTICATION_AVAILABLE" || status === "AUTHENTICATION_PENDING") return "AUTHENTICATION_INITIATED";
  return state === "authenticated" ? "AUTHENTICATED" : "AUTHENTICATION_UNSUCCESSFUL";
}
