import { type AnyReply, describeExchange, responseWords } from "@/emulator/certify/exchange";
import type { GatewayAnswer } from "@/lib/gateway/powertranz/transport/transport";
import { type GatewayTransaction, readTransaction } from "@/lib/gateway/powertranz/wire/answers";

export type Reply = AnyReply & {
  answer: GatewayAnswer;
  transaction: GatewayTransaction | null;
  /** All fields of the answer. They may contain secrets. */
  record: Readonly<Record<string, unknown>>;
  code: string | null;
};

export function replyOf({ answer, ...observed }: AnyReply & { answer: GatewayAnswer }): Reply {
  const transaction = readTransaction(answer);
  const record = answer.kind === "answer" && !Array.isArray(answer.body) ? { ...answer.body } : {};
  return { ...observed, answer, transaction, record, code: transaction?.IsoResponseCode ?? null };
}

/** The answer in words: HTTP status, kind of body, code, errors and time. */
export const describeReply = (reply: Reply): string =>
  describeExchange(reply, [...(reply.code ? [`code ${reply.code}`] : []), ...errorsOf(reply)]);

/** The answer in a few words, for a sentence: "the code 94" or "HTTP 400 without a code". */
export const briefReply = ({ response, code }: Reply): string => (code ? `the code ${code}` : responseWords(response));

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
