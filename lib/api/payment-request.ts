import { requestPaymentEndpoint } from "@/lib/checkout/contract";
import { requestPayment } from "@/lib/checkout/request/request-payment";
import { type Bytes, mediaTypeOf, parseRepeatableBody, readBytes } from "@/lib/http/body/body";
import type { RepeatableFields } from "@/lib/http/body/form";
import { givenTwice } from "@/lib/http/body/json";
import { isFormNavigation } from "@/lib/http/body/negotiate";
import { validate } from "@/lib/http/body/validate";
import { type Exchange, openExchange, refusalOf, report } from "@/lib/http/route/exchange";
import { withIdempotency } from "@/lib/http/route/idempotency";
import { type Answer, toResponse } from "@/lib/http/route/respond";
import { AppError, selectedInvalid } from "@/lib/kit/errors";
import { logRequest } from "@/lib/request-log/request-log";
import { refuseSender, sendOn } from "./payment-answer";
import { countUnreadable, identifySender, type Sender, textOf, unknownSender } from "./payment-sender";

/**
 * POST /plugins/payments/request. Like every route: limit, idempotency, parse, use-case, answer. It
 * stands apart because merchants' plugins and browsers' forms both send to it: every answer has the
 * same three fields, and a browser that navigates is redirected instead.
 */
const contract = requestPaymentEndpoint;

async function handle(request: Request): Promise<Response> {
  const exchange = openExchange(request);
  const isNavigation = isFormNavigation(request);
  let sender = unknownSender;
  let answer: Answer;
  try {
    const { bytes, body } = await readBody(exchange);
    sender = await identifySender(exchange, body);
    answer = await perform({ exchange, bytes, body, sender, isBrowser: isNavigation || request.headers.has("origin") });
  } catch (error) {
    answer = refuseSender(sender)(refusalOf(exchange, error));
  }
  report(contract, exchange, answer);
  logRequest(exchange, answer);
  const headers = { ...exchange.headers, ...(sender.isDeprecated && { deprecation: deprecatedSince }) };
  return isNavigation ? sendOn(answer, sender, headers) : toResponse(answer, headers);
}

/** RFC 9745: the day of release 2.0.0, since which the method is not to be used. */
const deprecatedSince = `@${Date.UTC(2026, 2, 10) / 1000}`;

async function readBody(exchange: Exchange): Promise<{ bytes: Bytes; body: RepeatableFields }> {
  const { request } = exchange;
  try {
    const bytes = await readBytes(request, contract);
    return { bytes, body: await parseRepeatableBody(bytes, request.headers, contract) };
  } catch (error) {
    await countUnreadable(exchange);
    throw error;
  }
}

type Work = {
  exchange: Exchange;
  bytes: Bytes;
  body: RepeatableFields;
  sender: Sender;
  /** A form, or a script on a page: the merchant may have switched these off. */
  isBrowser: boolean;
};

function perform({ exchange, bytes, body: { fields, conflicts }, sender, isBrowser }: Work): Promise<Answer> {
  const { request, clientAddress } = exchange;
  const scope = ["payment", textOf(fields, "account_number"), textOf(fields, "environment"), clientAddress];
  // Clients draw a new boundary for every multipart request, so a retry is the same by its fields only.
  const isMultipart = mediaTypeOf(request.headers) === "multipart/form-data";
  const digested = isMultipart ? new TextEncoder().encode(JSON.stringify([fields, conflicts])) : bytes;
  return withIdempotency(
    { contract, caller: null, request, bytes: digested, scope },
    {
      async prepare() {
        const [repeated] = conflicts;
        if (repeated !== undefined) throw givenTwice(repeated);
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
      refuse: refuseSender(sender),
    },
  );
}

export const paymentRequest = { contract, handle, refuse: refuseSender(unknownSender) };
