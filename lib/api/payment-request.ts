import { requestPaymentEndpoint } from "@/lib/checkout/contract";
import { requestPayment } from "@/lib/checkout/request/request-payment";
import { mediaTypeOf } from "@/lib/http/body/body";
import { isFormNavigation } from "@/lib/http/body/form-navigation";
import { givenTwice } from "@/lib/http/body/json";
import { validate } from "@/lib/http/body/validate";
import type { IncomingRequest } from "@/lib/http/message/incoming";
import { toHandler } from "@/lib/http/route/handler";
import { type Strategy, serve } from "@/lib/http/route/serve";
import { AppError, invalidField, selectedInvalid } from "@/lib/kit/errors";
import { logRequest } from "@/lib/request-log/request-log";
import { presentPayment, refusePayment } from "./payment-answer";
import { identifySender, isLiveRequest, judgeCounts, type PaymentSender, textOf } from "./payment-sender";

/**
 * POST /plugins/payments/request. Merchants' servers and customers' browsers both send this request. It needs no
 * credential: a field names the merchant. Every answer has the same three fields. A browser that submits a form is
 * redirected instead.
 */
const contract = requestPaymentEndpoint;

const strategy: Strategy<PaymentSender, PaymentSender> = {
  contract,
  identify: identifySender,
  /** Checks nothing, because anyone may request a payment to any merchant. */
  authorise() {},
  rateLimit: judgeCounts,
  /** `identify` has already read the body, because the body names the merchant. */
  readBody: (_exchange, sender) => sender,
  idempotency({ request, clientAddress }, sender) {
    const { fields, conflicts, bytes } = sender;
    const scope = ["payment", textOf(fields, "account_number"), textOf(fields, "environment"), clientAddress];
    // Each multipart request has a new boundary. So a retry is recognised by its fields, not by its bytes.
    const isMultipart = mediaTypeOf(request.headers) === "multipart/form-data";
    const digested = isMultipart ? new TextEncoder().encode(JSON.stringify([fields, conflicts])) : bytes;
    // A stranger on the same address must not occupy the merchant's keys with refusals.
    const forgetting = isProofMissing(sender) ? ({ forgetsRefusals: true } as const) : {};
    return { contract, caller: null, request, bytes: digested, scope, ...forgetting };
  },
  async parse({ request, kid }, sender) {
    const { merchant, fields, conflicts, proof } = sender;
    const [repeated] = conflicts;
    if (repeated !== undefined) throw givenTwice(repeated);
    const body = validate(contract.body, fields);
    if (!merchant) throw selectedInvalid("account_number");
    if (proof instanceof AppError) throw proof;
    if (isProofMissing(sender)) throw invalidField("request_signature", "field is required.");
    if (!merchant.formPosts && isFromBrowser(request)) {
      throw new AppError("invalid", "This merchant does not take payment requests from browsers.");
    }
    const isProven = kid !== undefined || proof === "signed";
    return { contract, perform: () => requestPayment(merchant, body, { isProven }) };
  },
  refuse: refusePayment,
  present: presentPayment,
  observe: logRequest,
};

/** Whether the signature is wrong, or missing although the merchant requires it. */
function isProofMissing({ merchant, proof, ...sender }: PaymentSender): boolean {
  if (proof !== "unsigned") return proof !== "signed";
  const requires = isLiveRequest(sender) ? merchant?.signedLive : merchant?.signedSandbox;
  return requires ?? false;
}

/** Whether a submitted form or a script on a page sent the request. */
const isFromBrowser = (request: IncomingRequest): boolean => isFormNavigation(request) || request.headers.has("origin");

export const paymentRequest = {
  contract,
  handle: toHandler((request, params) => serve(strategy, request, params)),
  refuse: refusePayment,
};
