import { createServer, type IncomingMessage, type Server } from "node:http";
import { hasProxyHeader, hasTooManyHeaders } from "@/lib/http/message/client-address";
import { listenerHeaders } from "@/lib/http/message/headers";
import { protocolProblem } from "@/lib/http/server/request-protocol";
import { renderMetrics } from "@/lib/http/telemetry/metrics";
import { mayReadMetrics } from "@/lib/http/telemetry/metrics-access";
import type { WorkerProgress } from "./progress";

type Reply = { status: number; body: string; contentType?: string };

const reply = (status: number, message: string): Reply => ({ status, body: JSON.stringify({ message }) });

/** A server for the worker's own endpoints. It is not ready after `stopping()`, while the last work ends. */
export function createProbeServer(progress: WorkerProgress): { server: Server; stopping(): void } {
  let isStopping = false;
  const answers: Readonly<Record<string, (request: IncomingMessage) => Promise<Reply> | Reply>> = {
    "/healthz": () => reply(200, "OK"),
    "/readyz": () => {
      const stuck = progress.stuck();
      if (isStopping) return reply(503, "Stopping");
      return stuck.length > 0 ? reply(503, `Not ready: no progress in ${stuck.join(", ")}`) : reply(200, "OK");
    },
    "/metrics": async (request) => {
      if (!mayReadMetrics({ headers: headersOf(request) })) return reply(401, "Unauthorized");
      const { text, contentType } = await renderMetrics();
      return { status: 200, body: text, contentType };
    },
  };
  const answer = async (request: IncomingMessage): Promise<Reply> => {
    const { method = "", url = "" } = request;
    if (hasTooManyHeaders(request)) return reply(431, "Request Header Fields Too Large");
    const problem = protocolProblem(request);
    if (problem) return reply(problem.status, problem.publicMessage);
    if (method !== "GET" && method !== "HEAD") return reply(405, "Method Not Allowed");
    return (await answers[url.split("?")[0] ?? ""]?.(request)) ?? reply(404, "Not Found");
  };
  const server = createServer(async (request, response) => {
    const { status, body, contentType = "application/json" } = await answer(request).catch(() => reply(500, "Error"));
    response.writeHead(status, { "content-type": contentType, "cache-control": "no-store" }).end(body);
  });
  server.maxHeadersCount = 0;
  return {
    server,
    stopping() {
      isStopping = true;
    },
  };
}

/** The headers that `mayReadMetrics()` reads, which the listener of a web process would set. */
function headersOf({ headers }: IncomingMessage): Headers {
  return new Headers({
    ...(hasProxyHeader(headers) && { [listenerHeaders.wasForwarded]: "true" }),
    ...(headers.authorization && { authorization: headers.authorization }),
  });
}
