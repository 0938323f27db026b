import { createHash } from "node:crypto";
import { InputError, RedirectError } from "./errors.js";
import {
  checkSignature,
  checkTransaction,
  isRefusal,
  neededSecret,
  type Parameters,
  type Query,
  readParameters,
  requireParameters,
} from "./signed-parameters.js";
import { checkSecrets, formatAmount, isSame } from "./text.js";

/** The order in your own storage, never values of the URL. */
export type Order = {
  id: string | number;
  /** The total of the payment request, without a fee: `"10.00"`. */
  total: string;
  currency: string;
  /** All ids that payment requests of the order returned. Null if the customer's browser sent the request. */
  transactionId: string | readonly string[] | null;
  /** Whether you have marked the order as paid. */
  isPaid: boolean;
};

/** A result that is proven to come from us and to belong to the order, unless `isRefused` is true. */
export type RedirectResult = {
  /** Whether the order is paid. Everything else is a failed payment. */
  isPaid: boolean;
  /** Whether you have handled this result before, for example because the customer reloaded the page. */
  isRepeat: boolean;
  /** Whether we refused the payment request. `message` says why. Nothing proves it, so leave the order as it is. */
  isRefused: boolean;
  status: string;
  message: string;
  /** Empty after a refused request. */
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

const requiredNames = ["status", "transaction_id", "order_id", "currency", "total", "message"];
/** Our parameter only if your account has the compatibility setting for it. */
const optionalName = "customer_name";
/** Every id ends in a letter, so no digit of the total can pass for a digit of the id. */
const transactionIdPattern = /^(SB-)?[0-9A-Z]{25}[A-Z]$/;

/** Verifies a result, or throws a `RedirectError`. The order is paid if `isPaid` is true. */
export function verifyRedirect(query: Query, order: Order | null, secrets: RedirectSecrets): RedirectResult {
  checkSecrets("hashKeys", secrets.hashKeys);
  checkSecrets("signingSecrets", secrets.signingSecrets);
  const given = readParameters(query, optionalName);
  const isRefused = isRefusal(given);
  if (!isRefused) checkResult(given, order, secrets);
  const { status = "", transaction_id: transactionId = "", message = "", total = "0.00", card, data } = given;
  const isPaid = status === "success";
  return {
    isPaid,
    isRepeat: isPaid && order?.isPaid === true,
    isRefused,
    status,
    message,
    transactionId,
    total,
    card: card ?? null,
    data: data ?? null,
  };
}

function checkResult(given: Parameters, order: Order | null, secrets: RedirectSecrets): void {
  if (order == null) throw new RedirectError("unknown_order", "The order is not in your storage.");
  if (order.transactionId === undefined) throw new InputError("transactionId", "is missing. It can be null.");
  if (typeof order.isPaid !== "boolean") throw new InputError("isPaid", "must be true or false.");
  requireParameters(given, given.status === "success" ? [...requiredNames, "hash"] : requiredNames);
  checkSignature(given, secrets.signingSecrets, optionalName);
  checkOrder(given, order);
  if (given.status === "success") checkHash(given, order, secrets.hashKeys);
}

function checkOrder(given: Parameters, { id, currency, transactionId }: Order): void {
  const { order_id, transaction_id = "" } = given;
  if (order_id !== String(id)) throw new RedirectError("wrong_order", "The result belongs to another order.");
  if (given.currency !== currency) throw new RedirectError("wrong_currency", "The currency is not the order's.");
  const known = transactionId ?? transactionIdPattern.exec(transaction_id)?.[0] ?? [];
  checkTransaction(given, known);
}

/** The hash covers the order's own total, so a payment of another total cannot pass. */
function checkHash(given: Parameters, order: Order, keys: readonly string[]): void {
  const { transaction_id, hash = "" } = given;
  const total = formatAmount("total", order.total);
  const hashWith = (key: string) => createHash("md5").update(`${transaction_id}${total}${key}`).digest("hex");
  if (keys.some((key) => isSame(hash, hashWith(key)))) return;
  const hint = neededSecret(given, "hash key");
  throw new RedirectError("wrong_hash", `The hash does not match the order's total and your hash key. ${hint}`);
}
