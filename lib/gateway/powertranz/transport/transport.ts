import { Agent, request } from "undici";
import { second } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { log } from "@/lib/kit/log";
import { breaker } from "./breaker";

/** Sends calls to the gateway. Nothing of a request or an answer is logged, because both contain secrets. */

export const saleLimitMs = 30 * second;
export const paymentLimitMs = 60 * second;
const queryLimitMs = 30 * second;
const aliveLimitMs = 3 * second;
const connectLimitMs = 10 * second;
const bodyBytesMax = 1024 * 1024;
const connectionsMax = 64;

/** The credentials of a merchant account at the gateway. */
export type Credentials = { merchantId: string; password: string; gatewayKey: string | null };

export type GatewayCall = {
  method: "GET" | "POST";
  path: string;
  /** The JSON text of the body. */
  body?: string;
  limitMs?: number;
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

// One pool per process, on `globalThis`: the server and the bundle of the pages each load this file.
const holder = globalThis as typeof globalThis & { tradewindGatewayPool?: Agent };

function pool(): Agent {
  holder.tradewindGatewayPool ??= new Agent({
    connections: connectionsMax,
    connect: { timeout: connectLimitMs, minVersion: "TLSv1.2" },
    maxResponseSize: bodyBytesMax,
    headersTimeout: paymentLimitMs,
    bodyTimeout: paymentLimitMs,
  });
  return holder.tradewindGatewayPool;
}

/**
 * Calls the gateway with the credentials of a terminal. The circuit breaker counts unanswered calls. While it is open,
 * no call is sent.
 */
export async function callPowertranz(credentials: Credentials, call: GatewayCall): Promise<GatewayAnswer> {
  if (!breaker.isClosed()) return { kind: "unsent" };
  const done = breaker.watch();
  const answer = await send({ ...call, headers: headersOf(credentials) });
  done({ isAnswered: answer.kind === "answer" || answer.kind === "absent" || answer.kind === "empty" });
  return answer;
}

/** Whether the gateway's health check answers. */
export async function isAlive(): Promise<boolean> {
  const { kind } = await send({ method: "GET", path: "alive", limitMs: aliveLimitMs, headers: {}, isAnyBody: true });
  return kind === "answer";
}
breaker.probeWith(isAlive);

function headersOf({ merchantId, password, gatewayKey }: Credentials): Record<string, string> {
  return {
    "powertranz-powertranzid": merchantId,
    "powertranz-powertranzpassword": password,
    ...(gatewayKey && { "powertranz-gatewaykey": gatewayKey }),
  };
}

type Sending = GatewayCall & { headers: Record<string, string>; isAnyBody?: true };

async function send({ method, path, body, limitMs = queryLimitMs, headers, isAnyBody, onResponse }: Sending) {
  const signal = AbortSignal.timeout(limitMs);
  try {
    const response = await request(`${env().POWERTRANZ_URL}${path}`, {
      method,
      dispatcher: pool(),
      signal,
      headers: {
        accept: "application/json",
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    const text = await response.body.text();
    onResponse?.({ status: response.statusCode, text });
    if (response.statusCode === 404) return { kind: "absent" } as const;
    if (response.statusCode === 200 && isAnyBody) return { kind: "answer", body: {} } as const;
    return response.statusCode === 200 ? readBody(text) : silence(`status ${response.statusCode}`);
  } catch (error) {
    const code = codeOf(error);
    if (!unsentCodes.has(code)) return silence(code);
    log.warn({ problem: code }, "the acquirer cannot be reached");
    return { kind: "unsent" } as const;
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

/** Errors that happen before the first byte of a request is sent. */
const unsentCodes: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
]);

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
