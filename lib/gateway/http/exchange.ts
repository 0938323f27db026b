import { Agent, request } from "undici";
import { second } from "@/lib/kit/clock";
import { log } from "@/lib/kit/log";
import { processWide } from "@/lib/kit/process-wide";
import { traceHeaders } from "@/lib/kit/telemetry/trace";

/** Sends requests to gateways. Nothing of a request or an answer is logged, because both contain secrets. */

/** No call of any gateway may take longer. */
const callLimitMs = 60 * second;
const connectLimitMs = 10 * second;
const bodyBytesMax = 1024 * 1024;
const connectionsMax = 64;

export type GatewayRequest = {
  method: "GET" | "POST" | "PUT";
  url: string;
  headers: Readonly<Record<string, string>>;
  /** The JSON text of the body. */
  body?: string | undefined;
  limitMs: number;
  /**
   * The request is not sent after this time of `performance.now()`. A process may be paused between two statements, and
   * meanwhile another process may have decided that the call was lost.
   */
  startBy?: number | undefined;
  /** Receives every HTTP response, for reports about the gateway. The text may contain secrets. */
  onResponse?: ((response: GatewayResponse) => void) | undefined;
};

export type GatewayResponse = { status: number; text: string };

export type GatewayReply =
  | ({ kind: "response" } & GatewayResponse)
  /** The gateway gave no answer. It may have processed the request. */
  | { kind: "silent" }
  /** The request was not sent. */
  | { kind: "unsent" };

const newPool = (connections: number): Agent =>
  new Agent({
    connections,
    connect: { timeout: connectLimitMs, minVersion: "TLSv1.2" },
    maxResponseSize: bodyBytesMax,
    headersTimeout: callLimitMs,
    bodyTimeout: callLimitMs,
  });

/** Health checks have connections of their own, because calls that hang may occupy all others. */
const pools = processWide("gateway pools", () => ({ calls: newPool(connectionsMax), probes: newPool(1) }));

/** Sends a request and returns the response, whatever its status. It never throws. */
export async function exchange(
  { method, url, headers, body, limitMs, startBy, onResponse }: GatewayRequest,
  pool: keyof typeof pools = "calls",
): Promise<GatewayReply> {
  if (startBy !== undefined && performance.now() > startBy) return { kind: "unsent" };
  const signal = AbortSignal.timeout(limitMs);
  try {
    const response = await request(url, {
      method,
      dispatcher: pools[pool],
      signal,
      headers: {
        accept: "application/json",
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
        ...traceHeaders(),
      },
      ...(body !== undefined && { body }),
    });
    const text = await response.body.text();
    onResponse?.({ status: response.statusCode, text });
    return { kind: "response", status: response.statusCode, text };
  } catch (error) {
    const code = codeOf(error);
    if (!isBeforeSending(error, code)) return silence(code);
    log.warn({ problem: code }, "the acquirer cannot be reached");
    return { kind: "unsent" };
  }
}

/** Logs why a response is no answer. The problem must not quote the response. */
export function silence(problem: string): { kind: "silent" } {
  log.warn({ problem }, "the acquirer gave no answer");
  return { kind: "silent" };
}

/** The JSON object or array of a body. Null if it is empty or null, and undefined for an HTML page or half a body. */
export function readJsonBody(text: string): Readonly<Record<string, unknown>> | readonly unknown[] | null | undefined {
  if (["", "null"].includes(text.trim())) return null;
  try {
    const body: unknown = JSON.parse(text);
    if (Array.isArray(body)) return body;
    if (typeof body === "object" && body !== null) return { ...body };
  } catch {
    // The body is not JSON.
  }
  return undefined;
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
