import { Agent, request } from "undici";
import { breakerOf, type CircuitBreaker } from "@/lib/gateway/breaker/breaker";
import type { Credentials } from "@/lib/gateway/terminals/credentials";
import { second } from "@/lib/kit/clock";
import { log } from "@/lib/kit/log";
import { processWide } from "@/lib/kit/process-wide";
import { traceHeaders } from "@/lib/kit/telemetry/trace";

/** Sends calls to the gateway. Nothing of a request or an answer is logged, because both contain secrets. */

export const saleLimitMs = 30 * second;
export const paymentLimitMs = 60 * second;
export const queryLimitMs = 30 * second;
const aliveLimitMs = 3 * second;
const connectLimitMs = 10 * second;
const bodyBytesMax = 1024 * 1024;
const connectionsMax = 64;

export type GatewayCall = {
  method: "GET" | "POST";
  path: string;
  /** The JSON text of the body. */
  body?: string;
  limitMs?: number;
  /**
   * The call is not sent after this time of `performance.now()`. A process may be paused between two statements, and
   * meanwhile another process may have decided that the call was lost.
   */
  startBy?: number;
  /** Receives every HTTP response, for reports about the gateway. The text may contain secrets. */
  onResponse?: (response: GatewayResponse) => void;
};

export type GatewayResponse = { status: number; text: string };

export type GatewayAnswer =
  | { kind: "answer"; body: Readonly<Record<string, unknown>> | readonly unknown[] }
  /** The gateway answered 404. It does not know the path's identifier. */
  | { kind: "absent" }
  /** The gateway answered with an empty body or the JSON value null. */
  | { kind: "empty" }
  /** The gateway gave no answer. It may have processed the request. */
  | { kind: "silent" }
  /** The request was not sent. */
  | { kind: "unsent" };

const newPool = (connections: number): Agent =>
  new Agent({
    connections,
    connect: { timeout: connectLimitMs, minVersion: "TLSv1.2" },
    maxResponseSize: bodyBytesMax,
    headersTimeout: paymentLimitMs,
    bodyTimeout: paymentLimitMs,
  });

/** Health checks have connections of their own, because calls that hang may occupy all others. */
const pools = processWide("gateway pools", () => ({ calls: newPool(connectionsMax), probes: newPool(1) }));

/**
 * Calls the gateway with the credentials of a terminal. The circuit breaker counts unanswered calls. While it is open,
 * no call is sent.
 */
export async function callPowertranz(credentials: Credentials, call: GatewayCall): Promise<GatewayAnswer> {
  const { baseAddress } = credentials;
  const done = await breakerOfHost(baseAddress).watch();
  if (!done) return { kind: "unsent" };
  const answer = await send({ ...call, baseAddress, headers: headersOf(credentials), pool: pools.calls });
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
  const { baseAddress } = credentials;
  if (!(await breakerOfHost(baseAddress).isClosed())) return { kind: "unsent" };
  return send({ method: "GET", path, baseAddress, headers: headersOf(credentials), pool: pools.calls });
}

const breakerOfHost = (baseAddress: string): CircuitBreaker => breakerOf(baseAddress, () => isAlive(baseAddress));

/** Whether the gateway's health check answers. */
export async function isAlive(baseAddress: string): Promise<boolean> {
  const probe = { method: "GET", path: "alive", limitMs: aliveLimitMs, headers: {}, isAnyBody: true } as const;
  const { kind } = await send({ ...probe, baseAddress, pool: pools.probes });
  return kind === "answer";
}

function headersOf({ merchantId, secrets: { password, gateway_key: gatewayKey } }: Credentials) {
  return {
    "powertranz-powertranzid": merchantId,
    ...(password && { "powertranz-powertranzpassword": password }),
    ...(gatewayKey && { "powertranz-gatewaykey": gatewayKey }),
  };
}

type Sending = GatewayCall & { baseAddress: string; headers: Record<string, string>; pool: Agent; isAnyBody?: true };

async function send(sending: Sending): Promise<GatewayAnswer> {
  const { method, path, body, limitMs = queryLimitMs, startBy, pool, isAnyBody, onResponse } = sending;
  if (startBy !== undefined && performance.now() > startBy) return { kind: "unsent" };
  const signal = AbortSignal.timeout(limitMs);
  try {
    const response = await request(`${sending.baseAddress}${path}`, {
      method,
      dispatcher: pool,
      signal,
      headers: {
        accept: "application/json",
        ...(body !== undefined && { "content-type": "application/json" }),
        ...sending.headers,
        ...traceHeaders(),
      },
      ...(body !== undefined && { body }),
    });
    const text = await response.body.text();
    onResponse?.({ status: response.statusCode, text });
    if (response.statusCode === 404) return { kind: "absent" };
    if (response.statusCode === 200 && isAnyBody) return { kind: "answer", body: {} };
    return response.statusCode === 200 ? readBody(text) : silence(`status ${response.statusCode}`);
  } catch (error) {
    const code = codeOf(error);
    if (!isBeforeSending(error, code)) return silence(code);
    log.warn({ problem: code }, "the acquirer cannot be reached");
    return { kind: "unsent" };
  }
}

/** An HTML page and broken JSON are no answers. */
function readBody(text: string): GatewayAnswer {
  if (["", "null"].includes(text.trim())) return { kind: "empty" };
  try {
    const body: unknown = JSON.parse(text);
    if (Array.isArray(body)) return { kind: "answer", body };
    if (typeof body === "object" && body !== null) return { kind: "answer", body: { ...body } };
  } catch {
    // The body is not JSON.
  }
  return silence("body without an answer");
}

function silence(problem: string): GatewayAnswer {
  log.warn({ problem }, "the acquirer gave no answer");
  return { kind: "silent" };
}

const connectCodes = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

/** Whether the connection was never opened, so that no byte of the request was sent. */
function isBeforeSending(error: unknown, code: string): boolean {
  if (code === "UND_ERR_CONNECT_TIMEOUT") return true;
  // A host with several addresses fails with an AggregateError of all its connection attempts.
  const syscall = error instanceof Error && "syscall" in error ? error.syscall : undefined;
  const isConnecting = error instanceof AggregateError || syscall === "connect" || syscall === "getaddrinfo";
  return isConnecting && connectCodes.test(code);
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
