import type { GatewayReply, GatewayResponse } from "@/lib/gateway/http/exchange";

/** One call as the report shows it. Only chosen fields of requests and answers are in it. */
export type Exchange = { sent: string; received: string };

/** What every gateway's reply has, beside what the acquirer reads from it. */
export type AnyReply = {
  answer: { kind: string };
  /** Null if there was no HTTP response. */
  response: GatewayResponse | null;
  milliseconds: number;
};

/** Makes a call, and returns its answer with the HTTP response and the time. */
export async function observe<Answer extends { kind: string }>(
  call: (onResponse: (response: GatewayResponse) => void) => Promise<Answer>,
): Promise<AnyReply & { answer: Answer }> {
  const responses: GatewayResponse[] = [];
  const begun = performance.now();
  const answer = await call((response) => void responses.push(response));
  return { answer, response: responses[0] ?? null, milliseconds: Math.round(performance.now() - begun) };
}

/** The reply in words: HTTP status, kind of body, what the acquirer reads from it, and the time. */
export function describeExchange({ answer, response, milliseconds }: AnyReply, details: readonly string[]): string {
  const parts = response
    ? [responseWords(response), ...details]
    : [
        answer.kind === ("unsent" satisfies GatewayReply["kind"])
          ? "not sent, because the gateway is down"
          : noResponse,
      ];
  return [...parts, `${milliseconds} ms`].join(", ");
}

const noResponse = "no response";

/** The HTTP status and the kind of the body, for a sentence. */
export const responseWords = (response: GatewayResponse | null): string =>
  response ? `HTTP ${response.status}, ${bodyKindOf(response.text)}` : noResponse;

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
