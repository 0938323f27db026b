import { breakerOf, type CircuitBreaker } from "@/lib/gateway/breaker/breaker";
import { exchange, type GatewayReply, type GatewayRequest, readJsonBody, silence } from "@/lib/gateway/http/exchange";
import type { Credentials } from "@/lib/gateway/terminals/credentials";
import { second } from "@/lib/kit/clock";

export const saleLimitMs = 30 * second;
export const paymentLimitMs = 60 * second;
export const queryLimitMs = 30 * second;
const aliveLimitMs = 3 * second;

export type GatewayCall = Pick<GatewayRequest, "body" | "startBy" | "onResponse"> & {
  method: "GET" | "POST";
  path: string;
  limitMs?: number;
};

export type GatewayAnswer =
  | { kind: "answer"; body: Readonly<Record<string, unknown>> | readonly unknown[] }
  /** The gateway answered 404. It does not know the path's identifier. */
  | { kind: "absent" }
  /** The gateway answered with an empty body or the JSON value null. */
  | { kind: "empty" }
  | Exclude<GatewayReply, { kind: "response" }>;

/**
 * Calls the gateway with the credentials of a terminal. The circuit breaker counts unanswered calls. While it is open,
 * no call is sent.
 */
export async function callPowertranz(credentials: Credentials, call: GatewayCall): Promise<GatewayAnswer> {
  const done = await breakerOfHost(credentials.baseAddress).watch();
  if (!done) return { kind: "unsent" };
  const answer = await send(credentials, call);
  // A gateway that answers every sale with 404 is as good as down. To a query, 404 is an answer.
  const isQuery = call.method === "GET" && (answer.kind === "absent" || answer.kind === "empty");
  await done({ isAnswered: answer.kind === "answer" || isQuery });
  return answer;
}

/**
 * Sends a query for a report. It is not counted, because it says little about payments: a merchant account that may not
 * list its transactions gets no answer. While the circuit breaker is open, no query is sent.
 */
export async function queryForReport(credentials: Credentials, path: string): Promise<GatewayAnswer> {
  if (!(await breakerOfHost(credentials.baseAddress).isClosed())) return { kind: "unsent" };
  return send(credentials, { method: "GET", path });
}

const breakerOfHost = (baseAddress: string): CircuitBreaker => breakerOf(baseAddress, () => isAlive(baseAddress));

/** Whether the gateway's health check answers. Its body does not matter. */
export async function isAlive(baseAddress: string): Promise<boolean> {
  const probe = { method: "GET", url: `${baseAddress}alive`, headers: {}, limitMs: aliveLimitMs } as const;
  const reply = await exchange(probe, "probes");
  return reply.kind === "response" && reply.status === 200;
}

function headersOf({ merchantId, secrets: { password, gateway_key: gatewayKey } }: Credentials) {
  return {
    "powertranz-powertranzid": merchantId,
    ...(password && { "powertranz-powertranzpassword": password }),
    ...(gatewayKey && { "powertranz-gatewaykey": gatewayKey }),
  };
}

async function send(
  credentials: Credentials,
  { path, limitMs = queryLimitMs, ...call }: GatewayCall,
): Promise<GatewayAnswer> {
  const url = `${credentials.baseAddress}${path}`;
  const reply = await exchange({ ...call, url, headers: headersOf(credentials), limitMs });
  if (reply.kind !== "response") return reply;
  if (reply.status === 404) return { kind: "absent" };
  if (reply.status !== 200) return silence(`status ${reply.status}`);
  const body = readJsonBody(reply.text);
  if (body === null) return { kind: "empty" };
  return body === undefined ? silence("body without an answer") : { kind: "answer", body };
}
