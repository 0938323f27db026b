import { createHash } from "node:crypto";
import { RedirectError } from "./errors.js";
import { checkSecrets, formatAmount, isSame, signFields } from "./text.js";

/** The order in your own storage, never values of the URL. */
export type Order = {
  id: string | number;
  /** The total of the payment request, without a fee: `"10.00"`. */
  total: string;
  currency: string;
  /** All ids that payment requests of the order returned. Null if the customer's browser sent the request. */
  transactionId?: string | readonly string[] | null;
  /** Whether you have marked the order as paid. */
  isPaid: boolean;
};

/** A result that is proven to come from us and to belong to the order. */
export type RedirectResult = {
  /** Whether the order is paid. Everything else is a failed payment. */
  isPaid: boolean;
  /** Whether you have handled this result before, for example because the customer reloaded the page. */
  isRepeat: boolean;
  status: string;
  message: string;
  transactionId: string;
  /** The amount that the customer paid, with the fee. */
  total: string;
  card: string | null;
  data: string | null;
};

export type RedirectSecrets = {
  /** Your hash key. During a rotation, the new one and the old one. */
  hashKeys: readonly string[];
  /** Your signing secret. During a rotation, the new one and the old one: the first signs your requests. */
  signingSecrets: readonly string[];
};

/** The query string at your `response_url`, or the parameters as your framework has parsed them. */
export type Query = string | URLSearchParams | Readonly<Record<string, unknown>>;

/** `tw_signature` covers these parameters. */
const signedNames = [
  ...["card", "currency", "data", "date", "fee_structure", "hash", "message", "order_id", "reasonDescription"],
  ...["status", "total", "transaction_id"],
];
const requiredNames = ["status", "transaction_id", "order_id", "currency", "total", "message", "tw_signature"];
/** Our parameter only if your account has the compatibility setting for it. */
const optionalName = "customer_name";
/** Every id ends in a letter, so no digit of the total can pass for a digit of the id. */
const transactionIdPattern = /^(SB-)?[0-9A-Z]{25}[A-Z]$/;

/** Verifies a result, or throws a `RedirectError`. The order is paid if `isPaid` is true. */
export function verifyRedirect(query: Query, order: Order | null, secrets: RedirectSecrets): RedirectResult {
  checkSecrets("hashKeys", secrets.hashKeys);
  checkSecrets("signingSecrets", secrets.signingSecrets);
  if (order == null) throw new RedirectError("unknown_order", "The order is not in your storage.");
  const given = readOurs(query);
  const { status = "", transaction_id: transactionId = "", message = "", total = "", card, data } = given;
  checkSignature(given, secrets.signingSecrets);
  checkOrder(given, order);
  if (status === "success") checkHash(given, order, secrets.hashKeys);
  const isPaid = status === "success";
  return {
    isPaid,
    isRepeat: isPaid && order.isPaid,
    status,
    message,
    transactionId,
    total,
    card: card ?? null,
    data: data ?? null,
  };
}

type Parameters = Readonly<Record<string, string>>;

function readOurs(query: Query): Parameters {
  const all = readAll(query);
  const given: Record<string, string> = {};
  for (const name of [...signedNames, "tw_signature", optionalName]) {
    const [value, ...others] = all(name);
    if (others.length > 0) throw new RedirectError("duplicate_parameter", `${name} is given more than once.`);
    if (value !== undefined) given[name] = value;
  }
  const required = given.status === "success" ? [...requiredNames, "hash"] : requiredNames;
  const missing = required.find((name) => !given[name]);
  if (missing) throw new RedirectError("missing_parameter", `${missing} is missing.`);
  return given;
}

/** Returns a function that finds all values of a parameter. */
function readAll(query: Query): (name: string) => string[] {
  if (typeof query === "string" || query instanceof URLSearchParams) {
    const parsed = new URLSearchParams(query);
    return (name) => parsed.getAll(name);
  }
  return (name) => [query[name] ?? []].flat().map(String);
}

function checkSignature({ tw_signature: signature = "", ...given }: Parameters, secrets: readonly string[]): void {
  const { [optionalName]: _customerName, ...usual } = given;
  const isSigned = secrets.some((secret) =>
    [usual, given].some((parameters) => isSame(signature, signFields(parameters, secret))),
  );
  if (!isSigned) throw new RedirectError("wrong_signature", "tw_signature does not match the other parameters.");
}

function checkOrder({ order_id, currency, transaction_id = "" }: Parameters, order: Order): void {
  if (order_id !== String(order.id)) throw new RedirectError("wrong_order", "The result belongs to another order.");
  if (currency !== order.currency) throw new RedirectError("wrong_currency", "The currency is not the order's.");
  const isKnown =
    order.transactionId == null
      ? transactionIdPattern.test(transaction_id)
      : [order.transactionId].flat().some((id) => isSame(transaction_id, id));
  if (!isKnown) throw new RedirectError("wrong_transaction", "The result belongs to another transaction.");
}

/** The hash covers the order's own total, so a payment of another total cannot pass. */
function checkHash({ transaction_id, hash = "" }: Parameters, order: Order, keys: readonly string[]): void {
  const total = formatAmount("total", order.total);
  const hashWith = (key: string) => createHash("md5").update(`${transaction_id}${total}${key}`).digest("hex");
  if (!keys.some((key) => isSame(hash, hashWith(key)))) {
    throw new RedirectError("wrong_hash", "The hash does not match the order's total and your hash key.");
  }
}
