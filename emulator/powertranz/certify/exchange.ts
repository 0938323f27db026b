import type { GatewayAnswer, GatewayResponse } from "@/lib/gateway/powertranz/transport/transport";
import { type GatewayTransaction, readTransaction } from "@/lib/gateway/powertranz/wire/answers";

/** One call as the report shows it. Only chosen fields of requests and answers are in it. */
export type Exchange = { sent: string; received: string };

export type Reply = {
  answer: GatewayAnswer;
  /** Null if there was no HTTP response. */
  response: GatewayResponse | null;
  transaction: GatewayTransaction | null;
  /** All fields of the answer. They may contain secrets. */
  record: Readonly<Record<string, unknown>>;
  code: string | null;
  milliseconds: number;
};

export function replyOf(answer: GatewayAnswer, response: GatewayResponse | null, milliseconds: number): Reply {
  const transaction = readTransaction(answer);
  const record = answer.kind === "answer" && !Array.isArray(answer.body) ? { ...answer.body } : {};
  return { answer, response, transaction, record, code: transaction?.IsoResponseCode ?? null, milliseconds };
}

/** The answer in words: HTTP status, kind of body, code, errors and time. */
export function describeReply(reply: Reply): string {
  const { response, code, milliseconds } = reply;
  const parts = response
    ? [`HTTP ${response.status}`, bodyKindOf(response.text), ...(code ? [`code ${code}`] : []), ...errorsOf(reply)]
    : [reply.answer.kind === "unsent" ? "not sent, because the gateway is down" : "no response"];
  return [...parts, `${milliseconds} ms`].join(", ");
}

/** The answer in a few words, for a sentence: "the code 94" or "HTTP 400 without a code". */
export function briefReply({ response, code }: Reply): string {
  if (code) return `the code ${code}`;
  return response ? `HTTP ${response.status}, ${bodyKindOf(response.text)}` : "no response";
}

function bodyKindOf(text: string): string {
  const body = text.trim();
  if (body === "") return "empty body";
  if (body === "null") return "body null";
  if (body.startsWith("<")) return "HTML";
  try {
    const value: unknown = JSON.parse(body);
    if (Array.isArray(value)) return `JSON array of ${value.length}`;
    return typeof value === "object" ? "JSON object" : "JSON value";
  } catch {
    return "not JSON";
  }
}

const errorsShownMax = 3;
const messageLengthMax = 80;

function errorsOf({ record: { Errors: errors } }: Reply): string[] {
  if (!Array.isArray(errors)) return [];
  return errors.slice(0, errorsShownMax).map((error: { Code?: unknown; Message?: unknown } | null) => {
    const message = String(error?.Message ?? "").slice(0, messageLengthMax);
    return `error ${String(error?.Code ?? "?").slice(0, 10)} (${message})`;
  });
}

/** The text of a field at the top level of an answer. */
export function textIn({ record }: Reply, name: string): string | null {
  const value = record[name];
  return typeof value === "string" && value !== "" ? value : null;
}

/** Thrown if the gateway did not get as far as the question. */
export class Unanswered extends Error {
  override name = "Unanswered";
}
