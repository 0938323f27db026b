import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { env } from "@/lib/kit/env";
import { AppError } from "@/lib/kit/errors";
import { newUlid } from "@/lib/kit/ids";
import { apiVersion } from "./api-version";
import { clientAddress, isInside } from "./client-address";
import { replacementOf } from "./gone-paths";
import { contentSecurityPolicy, securityHeaders } from "./page-policy";
import { answerOf } from "./respond";
import { listenerHeaders } from "./route";

/**
 * What stands between the socket and Next.js: the only place that sees the client's address. It
 * takes away every header that only we may set, and answers what Next.js would answer in its own words.
 */
type Options = { isDevelopmentServer: boolean };

const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const requestIdPattern = /^[\w-]{8,64}$/;

/** Ours, or Next.js's own switches: never believed from outside. */
const internalHeaders = [
  "content-security-policy",
  "x-nonce",
  "next-action",
  "x-middleware-subrequest",
  "x-forwarded-host",
];

export function createListener(serveNext: RequestListener, { isDevelopmentServer }: Options): RequestListener {
  const isHttps = env().PUBLIC_URL.startsWith("https:");
  const fixedHeaders = Object.entries(securityHeaders(isHttps));

  return (request, response) => {
    identify(request, response);
    const path = pathOf(request);
    const isApi = path === "/api" || path?.startsWith("/api/");
    for (const [name, value] of fixedHeaders) response.setHeader(name, value);
    if (isApi) response.setHeader("x-api-version", apiVersion);

    if (path === null) return refuse(response, new AppError("invalid", "The address is not correctly encoded."));
    const replacement = isApi ? replacementOf(path.slice("/api".length)) : undefined;
    if (replacement) return refuse(response, new AppError("gone", `This path is gone. Use ${replacement}.`));

    if (!isApi) {
      const policy = contentSecurityPolicy({ isDevelopmentServer });
      request.headers["content-security-policy"] = policy;
      response.setHeader("content-security-policy", policy);
    }
    // No endpoint takes OPTIONS, so an exotic method gets the same 405 or 404 that it gets.
    if (!knownMethods.has(request.method ?? "")) request.method = "OPTIONS";
    serveNext(request, response);
  };
}

function identify(request: IncomingMessage, response: ServerResponse): void {
  const { headers, socket } = request;
  const proxies = env().TRUSTED_PROXIES;
  const isFromProxy = isInside(socket.remoteAddress ?? "", proxies);
  const given = headers[listenerHeaders.requestId];
  const requestId = isFromProxy && typeof given === "string" && requestIdPattern.test(given) ? given : newUlid();
  const forwardedFor = [headers["x-forwarded-for"] ?? []].flat().join(",");

  for (const name of internalHeaders) delete headers[name];
  headers[listenerHeaders.requestId] = requestId;
  headers[listenerHeaders.clientAddress] = clientAddress(socket.remoteAddress ?? "", forwardedFor, proxies);
  response.setHeader(listenerHeaders.requestId, requestId);
}

/** The decoded path, or null where it cannot be decoded. */
function pathOf({ url = "/" }: IncomingMessage): string | null {
  try {
    return decodeURIComponent(url.split(/[?#]/, 1)[0] ?? "/");
  } catch {
    return null;
  }
}

function refuse(response: ServerResponse, error: AppError): void {
  const { status, body } = answerOf(error);
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" }).end(body);
}
