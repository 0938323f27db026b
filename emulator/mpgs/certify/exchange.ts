import * as z from "zod/mini";
import { type AnyReply, describeExchange, responseWords } from "@/emulator/certify/exchange";
import { readJsonBody } from "@/lib/gateway/http/exchange";
import type { MpgsAnswer } from "@/lib/gateway/mpgs/transport/transport";
import { type GatewayRecord, readRecord } from "@/lib/gateway/mpgs/wire/answers";

export type Reply = AnyReply & {
  answer: MpgsAnswer;
  record: GatewayRecord | null;
  /** The check of the security code. */
  securityCode: string | null;
  error: string | null;
};

const text = z.catch(z.optional(z.string()), undefined);
/** What only certification reads. */
const others = z.object({
  response: z.catch(
    z.optional(z.object({ cardSecurityCode: z.catch(z.optional(z.object({ gatewayCode: text })), undefined) })),
    undefined,
  ),
  error: z.catch(z.optional(z.object({ cause: text, explanation: text })), undefined),
});

const explanationLengthMax = 120;

export function replyOf(observed: AnyReply & { answer: MpgsAnswer }): Reply {
  const { answer, response } = observed;
  const record = answer.kind === "processed" ? readRecord(answer.body) : null;
  const read = response ? others.safeParse(readJsonBody(response.text)).data : undefined;
  const { cause, explanation = "" } = read?.error ?? {};
  // The explanation may quote what was sent.
  const quoted = explanation.slice(0, explanationLengthMax).replace(/\d{3,}/g, "#");
  return {
    ...observed,
    record,
    securityCode: read?.response?.cardSecurityCode?.gatewayCode ?? null,
    error: cause === undefined ? null : `${cause} (${quoted})`,
  };
}

/** The codes of an answer, such as "FAILURE DECLINED 05". */
function codesOf({ record, error }: Reply): string {
  const { gatewayCode, acquirerCode } = record?.response ?? {};
  const status = record?.transaction?.authenticationStatus;
  return [error, record?.result, gatewayCode, acquirerCode, status].filter(Boolean).join(" ");
}

/** The answer in words: HTTP status, kind of body, codes and time. */
export const describeReply = (reply: Reply): string => describeExchange(reply, [codesOf(reply)].filter(Boolean));

/** The answer in a few words, for a sentence. */
export function briefReply(reply: Reply): string {
  const codes = codesOf(reply);
  return codes && reply.response ? `HTTP ${reply.response.status}, ${codes}` : responseWords(reply.response);
}
