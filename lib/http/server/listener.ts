import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { reportOutage, unavailable } from "@/lib/db/outage";
import { parseUrlEncoded } from "@/lib/http/body/form";
import { isFormNavigation, prefersHtml } from "@/lib/http/body/negotiate";
import { clientAddress, hasProxyHeader, hasTooManyHeaders, headersMax } from "@/lib/http/message/client-address";
import { listenerHeaders } from "@/lib/http/message/headers";
import type { IncomingRequest } from "@/lib/http/message/incoming";
import { pageKindOf } from "@/lib/http/message/page-kind";
import { isDecodable, isOtherSpelling, normalisePath, type Target } from "@/lib/http/message/path";
import { type Answer, asAppError } from "@/lib/http/message/respond";
import { confirmingPage } from "@/lib/http/pages/confirming-page";
import { contentSecurityPolicy, type Framing, isForOtherSites, securityHeaders } from "@/lib/http/pages/page-policy";
import { unavailablePage } from "@/lib/http/pages/unavailable-page";
import { isInside } from "@/lib/kit/addresses";
import { env } from "@/lib/kit/env";
import { AppError, notFound } from "@/lib/kit/errors";
import { newUlid } from "@/lib/kit/ids";
import { log } from "@/lib/kit/log";
import { apiVersion } from "@/lib/reference/api-version";
import { isDashboardPath, withoutDashboardCookie } from "./dashboard-cookie";
import { fromMessage } from "./node-request";
import { answer503InOutage, withPageStatus } from "./page-status";
import type { PageTraffic } from "./page-traffic";
import { countHeader, protocolProblem } from "./request-protocol";
import type { SharedPages } from "./shared-pages";
import type { ServeStaticFile } from "./static-files";

/** Serves an admitted request. An error that it throws before the answer has begun becomes the answer. */
export type ServeRequest = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * The listener is between the socket and the routes. Only the listener sees the client's address. It removes request
 * headers that clients may not set, and refuses requests that Next.js would answer in another format than the API's.
 */
type Options = {
  isDevelopmentServer: boolean;
  /** Returns who may frame the page at a path. Null if the page's handler sets its own Content-Security-Policy. */
  framingOf(path: string): Framing | null | Promise<Framing | null>;
  /** Returns the endpoint that replaced a path of an earlier API release. Undefined for all other paths. */
  replacementOf(path: string): string | undefined;
  /** Returns false until the configured secrets have been checked against the database. */
  mayServe(): boolean;
  /** Returns why the process may not serve yet, for the readiness check. */
  obstacle?(): string;
  /** Returns true after a stop signal. The readiness check then fails, and all other requests are still served. */
  isStopping(): boolean;
  /** Missing in development, where Next.js serves the static files. */
  serveStaticFile?: ServeStaticFile;
  /** Missing in development, where Next.js renders every page for each request. */
  sharedPages?: SharedPages;
  /** Missing in development. */
  pageTraffic?: PageTraffic;
};

const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** Paths that answer in the API's format: the API, the plugins and the sandbox controls. */
const apiPaths = /^\/(api|plugins|sandbox\/sessions)(\/|$)/;
const paymentsPath = "/plugins/payments/";
const alivePath = "/healthz";
const readyPath = "/readyz";
const metricsPath = "/metrics";
const requestIdPattern = /^[\w-]{8,64}$/;

/** Headers that only the listener may set, or that switch internals of Next.js. Removed from every request. */
const internalHeaders =
  /^(content-security-policy|x-nonce|x-client-address|x-was-forwarded|next-action|x-middleware-.*|x-forwarded-host)$/;
/** With these headers, Next.js would answer an API call with a redirect or a page fragment. */
const pageHeaders = /^(rsc|next-.*)$/;

export function createListener(serve: ServeRequest, options: Options): RequestListener {
  const isHttps = env().PUBLIC_URL.startsWith("https:");
  const fixedHeaders = Object.entries(securityHeaders(isHttps));
  const warnOfProxy = onceOnly((peer: string) =>
    log.warn({ peer }, "X-Forwarded-For came from a peer that is not in TRUSTED_PROXIES, and is ignored"),
  );

  return async (request, response) => {
    try {
      identify(request, response, warnOfProxy);
      for (const [name, value] of fixedHeaders) response.setHeader(name, value);
      const target = targetOf(request);
      request.url = target.path + target.search;
      if (isForOtherSites(target.path)) response.setHeader("cross-origin-resource-policy", "cross-origin");
      if (options.isStopping() && target.path === readyPath) throw unavailable();
      if (!isDashboardPath(target.path)) removeDashboardCookie(request);

      if (!isHostMissing(request) && options.serveStaticFile?.(request, response, target.path)) return;
      if (!options.mayServe() && target.path !== alivePath) {
        throw target.path === readyPath ? unavailable(undefined, options.obstacle?.()) : unavailable();
      }
      const page = pageKindOf(request.method, target.path, () => isFormNavigation(fromMessage(request)));
      if (!page) options.pageTraffic?.preferRequest(response);
      else if (options.pageTraffic?.count(page, request, response) === false) return;
      if (apiPaths.test(target.path)) admitToApi(request, response, target, options);
      else await admitToPages(request, response, target.path, options);
      if (isHostMissing(request)) throw new AppError("invalid", "The Host header is required.");
      if (!isDecodable(target.path)) throw new AppError("invalid", "The address is not correctly encoded.");
      if (page && (await options.sharedPages?.serveKept(request, response, target.path))) return;
      // Everything below may render a page.
      if (page && (await options.pageTraffic?.takeTurn(response)) === false) return;
      if (page && (await options.sharedPages?.serveRendered(request, response, target.path))) return;
      if (page) answer503InOutage(response);
      if (!isDashboardPath(target.path)) await serve(request, response);
      else await withPageStatus(response, () => serve(request, response));
    } catch (error) {
      const refusal = asAppError(error);
      if (refusal.code === "internal") log.error({ err: error }, "the listener failed");
      if (refusal !== error) reportOutage(error);
      refuse(request, response, refusal);
    }
  };
}

/** Returns the normalised target of a request, unless the request could be understood in two ways. */
function targetOf(request: IncomingMessage): Target {
  if (hasTooManyHeaders(request)) {
    throw new AppError("too_many_headers", `The request has more than ${headersMax} headers.`);
  }
  const problem = protocolProblem(request);
  if (problem) throw problem;
  const { url = "/" } = request;
  const target = normalisePath(url);
  if (!target) throw new AppError("invalid", "The address of the request is not valid.");
  // A proxy that hides the metrics compares the path as it is sent.
  if (isOtherSpelling(url, target, metricsPath)) throw notFound();
  return target;
}

function admitToApi(
  request: IncomingMessage,
  response: ServerResponse,
  { path, search }: Target,
  { replacementOf }: Options,
): void {
  response.setHeader("x-api-version", apiVersion);
  response.setHeader("x-frame-options", "DENY");
  // Scripts of any origin may read answers under /plugins, errors included: these endpoints take no credentials.
  if (path.startsWith("/plugins/")) response.setHeader("access-control-allow-origin", "*");
  const replacement = path.startsWith("/api/") ? replacementOf(path.slice("/api".length)) : null;
  if (replacement) throw new AppError("gone", `This path is gone. Use ${replacement}.`);
  // Malformed queries are refused here: Next.js would repair them and drop repeated parameters before the route sees
  // them. Payment requests are exempt, because they read no query and their errors have their own format.
  if (!path.startsWith(paymentsPath)) parseUrlEncoded(search.slice(1));
  removeHeaders(request, pageHeaders);
  // Unknown methods are treated as PUT. No endpoint takes PUT, so they get a 405 or 404.
  if (!knownMethods.has(request.method ?? "")) request.method = "PUT";
}

/** Sets the Content-Security-Policy on the answer and on the request, where Next.js finds the nonce for its scripts. */
async function admitToPages(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  options: Options,
): Promise<void> {
  // Browsers need only the static files of Next.js. Its other paths would fetch URLs or show internals.
  const isInternal = path.startsWith("/_") && !path.startsWith("/_next/static/");
  if (isInternal && !options.isDevelopmentServer) throw notFound();
  const framing = await options.framingOf(path);
  if (!framing) return;
  const policy = contentSecurityPolicy(framing, options);
  if (framing.ancestors.length === 0) response.setHeader("x-frame-options", "DENY");
  request.headers["content-security-policy"] = policy;
  response.setHeader("content-security-policy", policy);
}

/** Logs a warning only once, although every request could cause it. */
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
  // Of two Authorization headers, neither is accepted, because either could be meant. Node.js would keep the first.
  if (countHeader(request, "authorization") > 1) headers.authorization = "";
  headers[listenerHeaders.requestId] = requestId;
  headers[listenerHeaders.clientAddress] = clientAddress(socket.remoteAddress ?? "", forwardedFor, proxies);
  if (hasProxyHeader(headers)) headers[listenerHeaders.wasForwarded] = "true";
  // All clients behind a proxy that is not configured share the proxy's address, and therefore one rate limit.
  if (forwardedFor && !isFromProxy) warnOfProxy(socket.remoteAddress ?? "");
  response.setHeader(listenerHeaders.requestId, requestId);
}

/** Removes the dashboard's session cookie from requests to other paths, such as the API and the checkout page. */
function removeDashboardCookie({ headers }: IncomingMessage): void {
  const others = headers.cookie && withoutDashboardCookie(headers.cookie);
  if (others) headers.cookie = others;
  else delete headers.cookie;
}

function removeHeaders({ headers }: IncomingMessage, names: RegExp): void {
  for (const name of Object.keys(headers)) if (names.test(name)) delete headers[name];
}

/** HTTP/1.1 requires the Host header; HTTP/1.0 does not. */
function isHostMissing({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === "1.1" && headers.host === undefined;
}

/** Every answer to a payment request has these two fields in addition to `message`. */
const paymentRequestFields = { url: "", transaction_id: "" };

function refuse(message: IncomingMessage, response: ServerResponse, error: AppError): void {
  if (response.headersSent) {
    // A closed connection shows the client that the answer is incomplete.
    response.destroy();
    return;
  }
  const page = error.code === "unavailable" ? pageOf(error, fromMessage(message)) : null;
  if (page) {
    response.writeHead(page.status, page.headers).end(page.body);
    return;
  }
  const more = message.url?.startsWith(paymentsPath) ? paymentRequestFields : {};
  const body = JSON.stringify({ ...more, message: error.publicMessage, ...error.fields });
  const headers = { ...error.headers, "content-type": "application/json", "cache-control": "no-store" };
  response.writeHead(error.status, headers).end(body);
}

/** What a browser shows while this process cannot serve. Null for programs and for scripts of pages. */
function pageOf(error: AppError, request: IncomingRequest): Answer | null {
  const isPage = pageKindOf(request.method, request.path) !== null;
  if (!isPage && !prefersHtml(request)) return null;
  return confirmingPage(request, error) ?? (isPage || isFormNavigation(request) ? unavailablePage(error) : null);
}

/** Answers requests that never reach the listener: invalid HTTP, or headers that are too large. */
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
