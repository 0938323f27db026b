import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { parseUrlEncoded } from "@/lib/http/body/form";
import { asAppError } from "@/lib/http/route/respond";
import { isInside } from "@/lib/kit/addresses";
import { env } from "@/lib/kit/env";
import { AppError, notFound } from "@/lib/kit/errors";
import { newUlid } from "@/lib/kit/ids";
import { log } from "@/lib/kit/log";
import { apiVersion } from "@/lib/reference/api-version";
import { clientAddress } from "./client-address";
import { isDashboardPath, withoutDashboardCookie } from "./dashboard-cookie";
import { listenerHeaders } from "./listener-headers";
import { contentSecurityPolicy, type Framing, securityHeaders } from "./page-policy";
import { isDecodable, normalisePath, type Target } from "./request-path";

/**
 * Sits between the socket and Next.js, and is the only place that sees the client's address. It removes the headers that
 * only we may set, and refuses requests that Next.js would answer in a format of its own.
 */
type Options = {
  isDevelopmentServer: boolean;
  /** Who may frame the page at a path; null where its handler sets its own policy. */
  framingOf(path: string): Framing | null | Promise<Framing | null>;
  /** The endpoint that replaced a path of an earlier API release; undefined for all other paths. */
  replacementOf(path: string): string | undefined;
  /** False until the secrets are checked against the database. */
  mayServe(): boolean;
};

const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** Paths of the interface: the API, the plugins and the sandbox controls. */
const apiPaths = /^\/(api|plugins|sandbox\/sessions)(\/|$)/;
const paymentsPath = "/plugins/payments/";
const alivePath = "/healthz";
const requestIdPattern = /^[\w-]{8,64}$/;

/** Set by the listener, or switches of Next.js: removed from every request. */
const internalHeaders =
  /^(content-security-policy|x-nonce|x-client-address|x-was-forwarded|next-action|x-middleware-.*|x-forwarded-host)$/;
/** With these headers, Next.js would answer an API call with a redirect or a page fragment. */
const pageHeaders = /^(rsc|next-.*)$/;

export function createListener(serveNext: RequestListener, options: Options): RequestListener {
  const isHttps = env().PUBLIC_URL.startsWith("https:");
  const fixedHeaders = Object.entries(securityHeaders(isHttps));
  const warnOfProxy = onceOnly((peer: string) =>
    log.warn({ peer }, "X-Forwarded-For came from a peer that is not in TRUSTED_PROXIES, and is ignored"),
  );

  return async (request, response) => {
    try {
      identify(request, response, warnOfProxy);
      for (const [name, value] of fixedHeaders) response.setHeader(name, value);
      const target = normalisePath(request.url ?? "/");
      if (!target) throw new AppError("invalid", "The address of the request is not valid.");
      request.url = target.path + target.search;
      if (!options.mayServe() && target.path !== alivePath) throw unavailable();
      if (!isDashboardPath(target.path)) removeDashboardCookie(request);

      if (apiPaths.test(target.path)) admitToApi(request, response, target, options);
      else await admitToPages(request, response, target.path, options);
      if (isHostMissing(request)) throw new AppError("invalid", "The Host header is required.");
      if (!isDecodable(target.path)) throw new AppError("invalid", "The address is not correctly encoded.");
      serveNext(request, response);
    } catch (error) {
      if (!(error instanceof AppError)) log.error({ err: error }, "the listener failed");
      refuse(request, response, asAppError(error));
    }
  };
}

function admitToApi(
  request: IncomingMessage,
  response: ServerResponse,
  { path, search }: Target,
  { replacementOf }: Options,
): void {
  response.setHeader("x-api-version", apiVersion);
  response.setHeader("x-frame-options", "DENY");
  // Any origin may read answers under /plugins, refusals included: none of these endpoints takes credentials.
  if (path.startsWith("/plugins/")) response.setHeader("access-control-allow-origin", "*");
  const replacement = path.startsWith("/api/") ? replacementOf(path.slice("/api".length)) : null;
  if (replacement) throw new AppError("gone", `This path is gone. Use ${replacement}.`);
  // Next.js would repair a broken query and drop repeated parameters before the route sees them.
  // The payment request reads no query, and its refusals have a format of their own.
  if (!path.startsWith(paymentsPath)) parseUrlEncoded(search.slice(1));
  removeHeaders(request, pageHeaders);
  // No endpoint takes PUT, so unknown methods get the same 405 or 404 as PUT.
  if (!knownMethods.has(request.method ?? "")) request.method = "PUT";
}

/** Next.js takes the nonce for its scripts from the policy on the request. */
async function admitToPages(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  options: Options,
): Promise<void> {
  // Browsers need only the built files of Next.js; its other paths would fetch addresses or show internals.
  const isInternal = path.startsWith("/_") && !path.startsWith("/_next/static/");
  if (isInternal && !options.isDevelopmentServer) throw notFound();
  const framing = await options.framingOf(path);
  if (!framing) return;
  const policy = contentSecurityPolicy(framing, options);
  if (framing.ancestors.length === 0) response.setHeader("x-frame-options", "DENY");
  request.headers["content-security-policy"] = policy;
  response.setHeader("content-security-policy", policy);
}

const unavailable = () => new AppError("unavailable", "Service Unavailable", { headers: { "retry-after": "1" } });

/** Limits a warning that every request could repeat to one. */
function onceOnly(warn: (peer: string) => void): (peer: string) => void {
  let hasWarned = false;
  return (peer) => {
    if (!hasWarned) warn(peer);
    hasWarned = true;
  };
}

function identify(request: IncomingMessage, response: ServerResponse, warnOfProxy: (peer: string) => void): void {
  const { headers, socket } = request;
  const proxies = env().TRUSTED_PROXIES;
  const isFromProxy = isInside(socket.remoteAddress ?? "", proxies);
  const given = headers[listenerHeaders.requestId];
  const requestId = isFromProxy && typeof given === "string" && requestIdPattern.test(given) ? given : newUlid();
  const forwardedFor = [headers["x-forwarded-for"] ?? []].flat().join(",");

  removeHeaders(request, internalHeaders);
  // Node.js keeps the first of two Authorization headers. Neither is accepted, because either could be meant.
  if (countHeader(request, "authorization") > 1) headers.authorization = "";
  headers[listenerHeaders.requestId] = requestId;
  headers[listenerHeaders.clientAddress] = clientAddress(socket.remoteAddress ?? "", forwardedFor, proxies);
  if (forwardedFor) headers[listenerHeaders.wasForwarded] = "true";
  // All clients behind an undeclared proxy share its address and therefore one rate limit.
  if (forwardedFor && !isFromProxy) warnOfProxy(socket.remoteAddress ?? "");
  response.setHeader(listenerHeaders.requestId, requestId);
}

/** The API and the checkout page never see it. */
function removeDashboardCookie({ headers }: IncomingMessage): void {
  const others = headers.cookie && withoutDashboardCookie(headers.cookie);
  if (others) headers.cookie = others;
  else delete headers.cookie;
}

function countHeader({ rawHeaders }: IncomingMessage, name: string): number {
  return rawHeaders.filter((entry, index) => index % 2 === 0 && entry.toLowerCase() === name).length;
}

function removeHeaders({ headers }: IncomingMessage, names: RegExp): void {
  for (const name of Object.keys(headers)) if (names.test(name)) delete headers[name];
}

/** HTTP/1.1 requires the Host header; HTTP/1.0 does not. */
function isHostMissing({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === "1.1" && headers.host === undefined;
}

/** Every answer of the payment request has these fields beside its message. */
const paymentRequestFields = { url: "", transaction_id: "" };

function refuse({ url = "" }: IncomingMessage, response: ServerResponse, error: AppError): void {
  const more = url.startsWith(paymentsPath) ? paymentRequestFields : {};
  const body = JSON.stringify({ ...more, message: error.publicMessage, ...error.fields });
  const headers = { ...error.headers, "content-type": "application/json", "cache-control": "no-store" };
  response.writeHead(error.status, headers).end(body);
}

/** For requests that never reach the listener: invalid HTTP, or headers that are too large. */
export function refuseBrokenRequest(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const isTooLarge = error.code === "HPE_HEADER_OVERFLOW";
  const status = isTooLarge ? "431 Request Header Fields Too Large" : "400 Bad Request";
  const body = JSON.stringify({
    message: isTooLarge ? "The request's headers are too large." : "The request is not valid HTTP.",
  });
  const headers = [
    `X-Request-Id: ${newUlid()}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    "Connection: close",
  ];
  socket.end(`HTTP/1.1 ${status}\r\n${headers.join("\r\n")}\r\n\r\n${body}`);
}
