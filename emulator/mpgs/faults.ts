import type { Fault as BaseFault } from "@/emulator/base/faults";
import type { OwnFaults } from "@/emulator/base/own-faults";
import { json, replaceFields, type SentAnswer, type WireValue } from "@/emulator/base/wire/answers";
import type { WireRequest } from "@/emulator/base/wire/request";
import { newId } from "./ids";
import { recommendationOf, resultOf } from "./outcomes";
import { type Cause, errorAnswer } from "./wire/errors";

const endpoints = [
  "information",
  "options",
  "createSession",
  "updateSession",
  "initiate",
  "authenticate",
  "pay",
  "authorize",
  "capture",
  "void",
  "refund",
  "order",
  "transaction",
  "history",
  "method",
  "challenge",
  "return",
] as const;
export type FaultEndpoint = (typeof endpoints)[number];

const refusals = {
  server_busy: { cause: "SERVER_BUSY", status: 503, explanation: "The server is busy." },
  server_failed: { cause: "SERVER_FAILED", status: 500, explanation: "The server failed." },
  invalid_request: { cause: "INVALID_REQUEST", status: 400, explanation: "The request is not valid." },
  request_rejected: { cause: "REQUEST_REJECTED", status: 403, explanation: "The request was rejected." },
} as const satisfies Record<string, { cause: Cause; status: number; explanation: string }>;

const ownKinds = {
  code: "Answers with the result FAILURE and the gatewayCode `code`, and does not do the work.",
  server_busy: "Answers HTTP 503 with the error SERVER_BUSY and does not do the work.",
  server_failed: "Answers HTTP 500 with the error SERVER_FAILED and does not do the work.",
  invalid_request: "Answers HTTP 400 with the error INVALID_REQUEST and does not do the work.",
  request_rejected: "Answers HTTP 403 with the error REQUEST_REJECTED and does not do the work.",
  unknown_code: "Does the work, and answers with a result and a gatewayCode that no list has.",
  pending: "Does the work, and answers with the result PENDING.",
  wrong_amount: "Does the work, and answers with another amount.",
  wrong_currency: "Does the work, and answers with another currency.",
  wrong_identifier: "Does the work, and answers with another order id and other transaction ids.",
} as const;

const forgeries = {
  result: "The post says SUCCESS and PROCEED, also after the payer failed.",
  order: "The post has another order id.",
  transaction: "The post has another transaction id.",
} as const;
type Forgery = keyof typeof forgeries;

export type Fault = BaseFault<FaultEndpoint, keyof typeof ownKinds, Forgery>;

const isRefusal = (kind: string): kind is keyof typeof refusals => Object.hasOwn(refusals, kind);

export const ownFaults: OwnFaults = {
  endpoints,
  kinds: ownKinds,
  forgeries,
  refuse({ kind, code = "DECLINED" }, _transactionIdentifier, request) {
    if (kind === "code") return failure(code, request);
    return isRefusal(kind) ? errorAnswer(refusals[kind]) : null;
  },
  falsify,
};

function failure(gatewayCode: string, { params }: WireRequest): SentAnswer {
  const response = { gatewayCode, gatewayRecommendation: recommendationOf(gatewayCode) };
  const ids = { order: { id: params.order }, transaction: { id: params.transaction } };
  return json({ merchant: params.merchant, ...ids, response, result: "FAILURE" }, 201);
}

/** Replaces the values that a fault names. */
function falsify(body: WireValue, fault: BaseFault | null): WireValue {
  switch (fault?.kind) {
    case "wrong_amount":
      return replaceFields(body, amounts, (amount) => (typeof amount === "bigint" ? amount + 100n : amount));
    case "wrong_currency":
      return replaceFields(body, ["currency"], (currency) => (currency === "USD" ? "EUR" : "USD"));
    case "wrong_identifier":
      return replaceFields(body, ["id"], (id) => (isSessionId(id) ? id : newId()));
    case "unknown_code":
      return replaceFields(
        replaceFields(body, ["gatewayCode"], () => "UNLISTED"),
        ["result"],
        () => "UNLISTED",
      );
    case "pending":
      return replaceFields(
        replaceFields(body, ["gatewayCode"], () => "PENDING"),
        ["result"],
        () => resultOf("PENDING"),
      );
    default:
      return body;
  }
}

/** With another id of a session, a merchant could only break rules. */
const isSessionId = (id: WireValue): boolean => String(id).startsWith("SESSION");

const amounts = ["amount", "totalAuthorizedAmount", "totalCapturedAmount", "totalRefundedAmount"];
