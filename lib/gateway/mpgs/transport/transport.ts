import { breakerOf, type CircuitBreaker } from "@/lib/gateway/breaker/breaker";
import { exchange, type GatewayReply, type GatewayRequest, readJsonBody, silence } from "@/lib/gateway/http/exchange";
import { causeOf, isOperating } from "@/lib/gateway/mpgs/wire/answers";
import type { Credentials } from "@/lib/gateway/terminals/credentials";
import { second } from "@/lib/kit/clock";
import { log } from "@/lib/kit/log";

/** All calls about a charge use one version, because those of one session must. */
const apiVersion = 100;
const apiPath = `api/rest/version/${apiVersion}`;

export const preparationLimitMs = 30 * second;
export const paymentLimitMs = 60 * second;
export const queryLimitMs = 30 * second;
/**
 * A call that moves money is not sent if this time has passed since its claim: another process may have given it up.
 */
export const startWithinMs = 10 * second;
const aliveLimitMs = 3 * second;

export type MpgsCall = Pick<GatewayRequest, "method" | "startBy" | "onResponse"> & {
  /** After the merchant id, such as `/order/1/transaction/2`. */
  path: string;
  body?: object;
  limitMs?: number;
};

export type MpgsAnswer =
  /** The gateway processed the request. A decline is one, too. */
  | { kind: "processed"; body: Readonly<Record<string, unknown>> }
  /** The gateway processed nothing: the request was not valid, it rejected it, or the credentials are wrong. */
  | { kind: "refused"; because: "invalid" | "rejected" | "credentials" }
  | Exclude<GatewayReply, { kind: "response" }>;

/**
 * Calls the gateway with the credentials of a terminal. The circuit breaker counts unanswered calls. While it is open,
 * no call is sent.
 */
export async function callMpgs(credentials: Credentials, call: MpgsCall): Promise<MpgsAnswer> {
  const done = await breakerOfHost(credentials.baseAddress).watch();
  if (!done) return { kind: "unsent" };
  const answer = await send(credentials, call);
  await done({ isAnswered: answer.kind === "processed" || answer.kind === "refused" });
  return answer;
}

/** Sends a query for a report. It is not counted, because it says little about payments. */
export async function queryForReport(credentials: Credentials, path: string): Promise<MpgsAnswer> {
  if (!(await isGatewayUp(credentials))) return { kind: "unsent" };
  return send(credentials, { method: "GET", path });
}

/** Whether the circuit breaker lets calls through. */
export const isGatewayUp = ({ baseAddress }: Credentials): Promise<boolean> => breakerOfHost(baseAddress).isClosed();

const breakerOfHost = (baseAddress: string): CircuitBreaker => breakerOf(baseAddress, () => isAlive(baseAddress));

/** Whether the gateway says that it operates. It needs no credentials for this. */
export async function isAlive(baseAddress: string): Promise<boolean> {
  const url = `${baseAddress}${apiPath}/information`;
  const reply = await exchange({ method: "GET", url, headers: {}, limitMs: aliveLimitMs }, "probes");
  return reply.kind === "response" && reply.status === 200 && isOperating(readJsonBody(reply.text));
}

export const basicAuthorisation = (merchantId: string, password = "") => ({
  authorization: `Basic ${Buffer.from(`merchant.${merchantId}:${password}`).toString("base64")}`,
});

async function send(
  { baseAddress, merchantId, secrets: { password } }: Credentials,
  { path, body, limitMs = queryLimitMs, ...call }: MpgsCall,
): Promise<MpgsAnswer> {
  const reply = await exchange({
    ...call,
    url: `${baseAddress}${apiPath}/merchant/${encodeURIComponent(merchantId)}${path}`,
    headers: basicAuthorisation(merchantId, password),
    body: body && JSON.stringify(body),
    limitMs,
  });
  return reply.kind === "response" ? readResponse(reply) : reply;
}

/** Only a clear error of the request says that nothing was processed, or that a query found nothing. */
function readResponse({ status, text }: { status: number; text: string }): MpgsAnswer {
  const body = readJsonBody(text);
  const isObject = body !== undefined && body !== null && !Array.isArray(body);
  const cause = isObject ? causeOf(body) : null;
  if (status === 401) {
    log.error({ problem: "credentials refused" }, "the acquirer refuses the credentials of a terminal");
    return { kind: "refused", because: "credentials" };
  }
  if (status >= 400 && status < 500 && cause === "INVALID_REQUEST") return { kind: "refused", because: "invalid" };
  if (cause === "REQUEST_REJECTED") return { kind: "refused", because: "rejected" };
  if ((status !== 200 && status !== 201) || cause !== null) return silence(`status ${status}`);
  return isObject ? { kind: "processed", body: { ...body } } : silence("body without an answer");
}
