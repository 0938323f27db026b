import { requestPaymentEndpoint } from "@/lib/checkout/contract";
import { withParameters } from "@/lib/checkout/redirect";
import { requestPayment } from "@/lib/checkout/request-payment";
import type { Merchant } from "@/lib/checkout/request-rules";
import { findMerchant } from "@/lib/checkout/request-store";
import { responseUrlProblem } from "@/lib/checkout/response-url";
import { parseBody, readBytes } from "@/lib/http/body";
import { perMinute } from "@/lib/http/endpoint";
import { type Exchange, openExchange, refusalOf, report } from "@/lib/http/exchange";
import { once } from "@/lib/http/idempotency";
import type { Fields } from "@/lib/http/json";
import { prefersHtml } from "@/lib/http/negotiate";
import { contentSecurityPolicy, unframed } from "@/lib/http/page-policy";
import { escapeHtml, plainPage } from "@/lib/http/plain-page";
import { addressOf, takeAllowances } from "@/lib/http/rate-limit";
import { noteRequest } from "@/lib/http/request-log";
import { type Answer, toResponse } from "@/lib/http/respond";
import { validate } from "@/lib/http/validate";
import { AppError, selectedInvalid } from "@/lib/kit/errors";
import { environments } from "@/lib/reference/platforms";

/**
 * POST /plugins/payments/request. Like every route: limit, idempotency, parse, use-case, answer. It
 * stands apart because merchants' plugins and browsers' forms both send to it: every answer has the
 * same three fields, and a browser is sent on instead.
 */
const contract = requestPaymentEndpoint;
const perAddress = perMinute(600);

/** What is known of a request by the time it is answered. */
type Sender = { merchant: Merchant | null; responseUrl: string; isLive: boolean; isDeprecated: boolean };
const nobody: Sender = { merchant: null, responseUrl: "", isLive: false, isDeprecated: false };

async function handle(request: Request): Promise<Response> {
  const exchange = openExchange(request);
  const isBrowser = prefersHtml(request);
  let sender = nobody;
  let answer: Answer;
  try {
    const { bytes, fields } = await readFields(exchange);
    const [merchant] = await Promise.all([findSender(fields), count(exchange, fields)]);
    sender = describeSender(fields, merchant);
    exchange.account = merchant?.accountNumber;
    exchange.environment = environments.find((known) => known === textOf(fields, "environment"));
    answer = await perform({ request, bytes, fields, sender, exchange, isBrowser });
  } catch (error) {
    answer = refuse(sender)(refusalOf(exchange, error));
  }
  report(contract, exchange, answer);
  noteRequest(exchange, answer);
  const headers = { ...exchange.headers, ...(sender.isDeprecated && { deprecation: deprecatedSince }) };
  return isBrowser ? sendOn(answer, sender, headers) : toResponse(answer, headers);
}

/** What cannot be read counts for its address all the same. */
async function readFields(exchange: Exchange) {
  const { request, clientAddress } = exchange;
  try {
    const bytes = await readBytes(request, contract);
    return { bytes, fields: await parseBody(bytes, request.headers, contract) };
  } catch (error) {
    const allowance = { subject: addressOf(clientAddress), limit: perAddress };
    exchange.headers = await takeAllowances(contract, [allowance]);
    throw error;
  }
}

type Work = {
  request: Request;
  bytes: Uint8Array;
  fields: Fields;
  sender: Sender;
  exchange: Exchange;
  isBrowser: boolean;
};

function perform({ request, bytes, fields, sender, exchange, isBrowser }: Work): Promise<Answer> {
  const scope = ["payment", textOf(fields, "account_number"), textOf(fields, "environment"), exchange.clientAddress];
  return once(
    { contract, caller: null, request, bytes, scope },
    {
      async prepare() {
        const body = validate(contract.body, fields);
        if (!sender.merchant) throw selectedInvalid("account_number");
        if (isBrowser && !sender.merchant.formPosts) {
          throw new AppError("invalid", "This merchant does not take payment requests from browsers.");
        }
        return { merchant: sender.merchant, body };
      },
      async perform({ merchant, body }) {
        return { status: 200, body: JSON.stringify(await requestPayment(merchant, body)) };
      },
      refuse: refuse(sender),
    },
  );
}

const textOf = (fields: Fields, name: string): string => {
  const value = fields[name];
  return typeof value === "string" ? value.trim() : "";
};

async function findSender(fields: Fields): Promise<Merchant | null> {
  const accountNumber = textOf(fields, "account_number");
  return accountPattern.test(accountNumber) ? findMerchant(accountNumber) : null;
}

const accountPattern = /^\d{10}$/;

/** Counted per address, and per account and address together. */
async function count(exchange: Exchange, fields: Fields): Promise<void> {
  const address = addressOf(exchange.clientAddress);
  const account = textOf(fields, "account_number");
  exchange.headers = await takeAllowances(contract, [
    { subject: address, limit: perAddress },
    // Only what could be an account: whatever else was sent there has no place in the name of a counter.
    ...(accountPattern.test(account) ? [{ subject: `account ${account} ${address}`, limit: contract.limit }] : []),
  ]);
}

/** A refusal is sent to the response_url only where that is good, and a merchant's that we know. */
function describeSender(fields: Fields, merchant: Merchant | null): Sender {
  const isLive = textOf(fields, "environment") === "live";
  const responseUrl = textOf(fields, "response_url");
  const environment = isLive ? "live" : "sandbox";
  const isGood =
    merchant !== null &&
    responseUrl.length <= 255 &&
    responseUrlProblem(responseUrl, { environment, hosts: merchant.responseHosts }) === null;
  const isDeprecated = textOf(fields, "method") === "credit_card";
  return { merchant, responseUrl: isGood ? responseUrl : "", isLive, isDeprecated };
}

/** RFC 9745: the day of release 2.0.0, since which the method is not to be used. */
const deprecatedSince = `@${Date.UTC(2026, 2, 10) / 1000}`;

const refuse =
  ({ responseUrl }: Sender) =>
  (error: AppError): Answer => {
    const message = error.publicMessage;
    const parameters = { status: "error", reasonDescription: message, message };
    const url = responseUrl && error.status === 400 ? withParameters(responseUrl, parameters) : "";
    const body = JSON.stringify({ url, message, transaction_id: "", ...error.fields });
    return { status: error.status, body, headers: error.headers };
  };

/** A browser goes to the hosted page, or back to the shop with the refusal; where neither will do, it stays with us. */
function sendOn(answer: Answer, { merchant, isLive }: Sender, common: Record<string, string>): Response {
  const headers = { ...common, ...answer.headers };
  const { url, message } = JSON.parse(answer.body) as { url: string; message: string };
  const isRefusal = answer.status !== 200;
  // In live nobody is sent to a host that no merchant has vouched for, only shown the way.
  const isVouchedFor = !isLive || (merchant?.responseHosts ?? []).length > 0;
  if (url && (!isRefusal || isVouchedFor)) {
    // A header takes no letters of other alphabets, and a shop's address may hold some.
    const location = new URL(url).href;
    return new Response(null, { status: 303, headers: { ...headers, location, "cache-control": "no-store" } });
  }
  const way =
    url && `<p><a href="${escapeHtml(url)}" rel="noreferrer">Return to ${escapeHtml(new URL(url).host)}</a></p>`;
  return plainPage({
    title: "The payment cannot be started",
    status: answer.status,
    body: `<h1>The payment cannot be started</h1><p>${escapeHtml(message)}</p><p>Your card was not charged.</p>${way}`,
    // Answers of the API carry none; this one is a page.
    headers: {
      ...headers,
      "content-security-policy": contentSecurityPolicy(unframed, { isDevelopmentServer: false }),
    },
  });
}

export const paymentRequest = { contract, handle, refuse: refuse(nobody) };
