import { authenticate } from "@/lib/auth/authenticate";
import {
  isEchoableData,
  isEchoableOrderId,
  legacyMethod,
  readEchoableName,
  requestPaymentEndpoint,
  responseUrlLengthMax,
} from "@/lib/checkout/contract";
import { type Echoed, encodeData } from "@/lib/checkout/redirect";
import type { Merchant } from "@/lib/checkout/request/request-rules";
import { proveRequest, type RequestProof } from "@/lib/checkout/request/request-signature";
import { findMerchant, findMerchantAndCount } from "@/lib/checkout/request/request-store";
import { responseUrlProblem } from "@/lib/checkout/request/response-url";
import { type Bytes, parseRepeatableBody, readBytes } from "@/lib/http/body/body";
import type { RepeatableFields } from "@/lib/http/body/form";
import type { Fields } from "@/lib/http/body/json";
import { isBlank } from "@/lib/http/body/validate";
import {
  type Allowance,
  addressOf,
  bucketOf,
  checkCounts,
  enforceRateLimits,
  uncounted,
} from "@/lib/http/limits/rate-limit";
import { type CountRow, countHits } from "@/lib/http/limits/store";
import { perMinute } from "@/lib/http/message/endpoint";
import type { Exchange } from "@/lib/http/route/exchange";
import { now } from "@/lib/kit/clock";
import { AppError } from "@/lib/kit/errors";
import { environments } from "@/lib/reference/platforms";

/**
 * Who sends a payment request. Its rate limits take two steps, because a payment waits for each statement:
 * `countRequest` counts the request in the statement that reads the merchant. Only the merchant's row says whether the
 * merchant has a limit of its own. So `judgeCounts` compares the counts with the limits afterwards.
 */

/** A parsed payment request, and the merchant that it names. */
export type PaymentSender = RepeatableFields & Counted & { bytes: Bytes; proof: RequestProof };

const contract = requestPaymentEndpoint;
const perAddress = perMinute(600);
const perProof = perMinute(600);
const accountPattern = /^\d{10}$/;
/** RFC 9745: the date of release 2.0.0, which deprecated the legacy method. */
const deprecatedSince = `@${Date.UTC(2026, 2, 10) / 1000}`;

export const textOf = (fields: Fields, name: string): string => {
  const value = fields[name];
  return typeof value === "string" ? value.trim() : "";
};

export const isLiveRequest = ({ fields }: Pick<PaymentSender, "fields">): boolean =>
  textOf(fields, "environment") === "live";

/** Reads the body of a payment request, finds the merchant that it names, and counts the request. */
export async function identifySender(exchange: Exchange): Promise<PaymentSender> {
  const { bytes, fields, conflicts } = await readPayment(exchange);
  const accountNumber = textOf(fields, "account_number");
  exchange.environment = environments.find((known) => known === textOf(fields, "environment"));
  exchange.kid = await findKey(exchange, accountNumber);
  const { environment } = exchange;
  const proof = await proveRequest(fields, environment ? { accountNumber, environment } : null);
  const counted = await countRequest(accountNumber, allowancesOf(exchange, { fields, proof, merchant: null }));
  exchange.account = counted.merchant?.accountNumber;
  return { bytes, fields, conflicts, proof, ...counted };
}

type Counted = { merchant: Merchant | null; counts: readonly CountRow[] | null; countedAt: Date };

/** The merchant's own limit has the same counter and the same window as the limit that it replaces. */
async function countRequest(accountNumber: string, allowances: readonly Allowance[]): Promise<Counted> {
  const at = now();
  const buckets = allowances.map(({ subject, limit }) => bucketOf(contract, subject, limit, at));
  const isAccount = accountPattern.test(accountNumber);
  try {
    if (isAccount) return { ...(await findMerchantAndCount({ accountNumber, buckets, at })), countedAt: at };
    return { merchant: null, counts: await countHits({ buckets, at }), countedAt: at };
  } catch (error) {
    const counts = uncounted(contract, error);
    return { merchant: isAccount ? await findMerchant(accountNumber) : null, counts, countedAt: at };
  }
}

export async function judgeCounts(sender: PaymentSender, exchange: Exchange): Promise<void> {
  const { fields, counts, countedAt } = sender;
  exchange.headers = checkCounts(contract, allowancesOf(exchange, sender), counts, countedAt);
  if (textOf(fields, "method") === legacyMethod) exchange.headers.deprecation = deprecatedSince;
}

/** Reads the body. An unreadable body also counts against the rate limit of the client address. */
async function readPayment(exchange: Exchange): Promise<RepeatableFields & { bytes: Bytes }> {
  const { request } = exchange;
  try {
    const bytes = await readBytes(request, contract);
    const { fields, conflicts } = await parseRepeatableBody(bytes, request.headers, contract);
    return { bytes, fields, conflicts };
  } catch (error) {
    const allowance = { subject: addressOf(exchange.clientAddress), limit: perAddress };
    exchange.headers = await enforceRateLimits(contract, [allowance]);
    throw error;
  }
}

/** The `kid` of a valid API key of the same account and environment. Any other credential is ignored, never refused. */
async function findKey(exchange: Exchange, accountNumber: string): Promise<string | undefined> {
  const { request, clientAddress, environment } = exchange;
  const apiKey = request.headers.get("x-svc-key");
  if (apiKey === null) return undefined;
  const caller = await authenticate({ authorization: null, apiKey, clientAddress }).catch((error) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  if (caller?.credential.kind !== "api-key" || caller.accountNumber !== accountNumber) return undefined;
  return caller.credential.environment === environment ? caller.credential.kid : undefined;
}

/**
 * Requests with an API key or a signature do not count against the client address's rate limit, because many merchants
 * may share an address.
 */
function allowancesOf(
  { clientAddress, kid }: Exchange,
  { fields, proof, merchant }: Pick<PaymentSender, "fields" | "proof" | "merchant">,
): Allowance[] {
  const accountNumber = textOf(fields, "account_number");
  const address = addressOf(clientAddress);
  const own = merchant?.requestsPerMinute ? perMinute(merchant.requestsPerMinute) : null;
  const isProven = kid !== undefined || proof === "signed";
  if (isProven) return [{ subject: `key of account ${accountNumber} ${address}`, limit: own ?? perProof }];
  // Clients choose this text, so it becomes part of a counter's name only if it looks like an account number.
  const ofAccount = accountPattern.test(accountNumber)
    ? [{ subject: `account ${accountNumber} ${address}`, limit: own ?? contract.limit }]
    : [];
  return [{ subject: address, limit: perAddress }, ...ofAccount];
}

type ErrorReturn = Echoed & { responseUrl: string };

const withoutFields = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/**
 * Returns the shop's URL to which the customer returns after an error, and the fields to send back. Null if the
 * merchant is unknown, or if `response_url` is invalid or has two values.
 */
export function errorReturnFor(sender: PaymentSender): ErrorReturn | null {
  const { fields, conflicts, merchant } = sender;
  const responseUrl = textOf(fields, "response_url");
  if (!merchant || conflicts.includes("response_url") || conflicts.includes("account_number")) return null;
  const environment = isLiveRequest(sender) ? "live" : "sandbox";
  const isGood =
    responseUrl.length <= responseUrlLengthMax &&
    responseUrlProblem(responseUrl, { environment, hosts: merchant.responseHosts }) === null;
  if (!isGood) return null;
  const { order_id: orderId, data } = fields;
  const isDataGood = isEchoableData(data) && !isBlank(data) && !conflicts.includes("data");
  return {
    responseUrl,
    orderId: isEchoableOrderId(orderId) && !conflicts.includes("order_id") ? orderId : null,
    data: isDataGood ? encodeData(data, merchant) : null,
    customerName: merchant.sendsCustomerName ? readEchoableName(withoutFields(fields, conflicts)) : null,
  };
}
