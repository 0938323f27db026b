import { authenticate } from "@/lib/auth/authenticate";
import {
  isEchoableData,
  isEchoableOrderId,
  legacyMethod,
  requestPaymentEndpoint,
  responseUrlLengthMax,
} from "@/lib/checkout/contract";
import { encodeData } from "@/lib/checkout/redirect/redirect";
import type { Merchant } from "@/lib/checkout/request/request-rules";
import { findMerchant } from "@/lib/checkout/request/request-store";
import { responseUrlProblem } from "@/lib/checkout/request/response-url";
import type { RepeatableFields } from "@/lib/http/body/form";
import type { Fields } from "@/lib/http/body/json";
import { isBlank } from "@/lib/http/body/validate";
import { addressOf, enforceRateLimits } from "@/lib/http/limits/rate-limit";
import { perMinute } from "@/lib/http/route/endpoint";
import type { Exchange } from "@/lib/http/route/exchange";
import { AppError } from "@/lib/kit/errors";
import { environments } from "@/lib/reference/platforms";

/** Who sent a payment request, as far as its fields say, and where a refusal of it goes. */
export type Sender = {
  merchant: Merchant | null;
  /** Empty where there is no good one of a merchant we know. */
  responseUrl: string;
  orderId: string | null;
  data: string | null;
  isLive: boolean;
  isDeprecated: boolean;
};

export const unknownSender: Sender = {
  merchant: null,
  responseUrl: "",
  orderId: null,
  data: null,
  isLive: false,
  isDeprecated: false,
};

const contract = requestPaymentEndpoint;
const perAddress = perMinute(600);
const perKey = perMinute(600);
const accountPattern = /^\d{10}$/;

export const textOf = (fields: Fields, name: string): string => {
  const value = fields[name];
  return typeof value === "string" ? value.trim() : "";
};

/** Finds the merchant and counts the request against its limits. */
export async function identifySender(exchange: Exchange, { fields, conflicts }: RepeatableFields): Promise<Sender> {
  const accountNumber = textOf(fields, "account_number");
  exchange.environment = environments.find((known) => known === textOf(fields, "environment"));
  const [merchant, kid] = await Promise.all([
    accountPattern.test(accountNumber) ? findMerchant(accountNumber) : null,
    findKey(exchange, accountNumber),
  ]);
  exchange.account = merchant?.accountNumber;
  exchange.kid = kid;
  await count(exchange, accountNumber, merchant);
  return describeSender(fields, conflicts, merchant);
}

/** The kid of a key of the same account and environment. Any other credential is ignored, never refused. */
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

/** A body that cannot be read counts against its address all the same. */
export async function countUnreadable(exchange: Exchange): Promise<void> {
  const allowance = { subject: addressOf(exchange.clientAddress), limit: perAddress };
  exchange.headers = await enforceRateLimits(contract, [allowance]);
}

/** Requests with a key do not count against the address, which many merchants may share. */
async function count(exchange: Exchange, accountNumber: string, merchant: Merchant | null): Promise<void> {
  const address = addressOf(exchange.clientAddress);
  const own = merchant?.requestsPerMinute ? perMinute(merchant.requestsPerMinute) : null;
  const ofKey = { subject: `key of account ${accountNumber} ${address}`, limit: own ?? perKey };
  // Only what could be an account: whatever else was sent there has no place in the name of a counter.
  const ofAccount = accountPattern.test(accountNumber)
    ? [{ subject: `account ${accountNumber} ${address}`, limit: own ?? contract.limit }]
    : [];
  const allowances = exchange.kid ? [ofKey] : [{ subject: address, limit: perAddress }, ...ofAccount];
  exchange.headers = await enforceRateLimits(contract, allowances);
}

/** A refusal goes to the response_url only where that is good, unambiguous, and a merchant's that we know. */
function describeSender(fields: Fields, conflicts: readonly string[], merchant: Merchant | null): Sender {
  const isLive = textOf(fields, "environment") === "live";
  const responseUrl = textOf(fields, "response_url");
  const environment = isLive ? "live" : "sandbox";
  const isGood =
    merchant !== null &&
    !conflicts.includes("response_url") &&
    !conflicts.includes("account_number") &&
    responseUrl.length <= responseUrlLengthMax &&
    responseUrlProblem(responseUrl, { environment, hosts: merchant.responseHosts }) === null;
  const { order_id: orderId, data } = fields;
  const isDataGood = isEchoableData(data) && !isBlank(data) && !conflicts.includes("data");
  return {
    merchant,
    responseUrl: isGood ? responseUrl : "",
    orderId: isEchoableOrderId(orderId) && !conflicts.includes("order_id") ? orderId : null,
    data: merchant && isDataGood ? encodeData(data, merchant) : null,
    isLive,
    isDeprecated: textOf(fields, "method") === legacyMethod,
  };
}
