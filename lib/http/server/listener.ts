import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { reportOutage, unavailable } from "@/lib/db/outage";
import { parseUrlEncoded } from "@/lib/http/body/form";
import { isFormNavigation } from "@/lib/http/body/form-navigation";
import { clientAddress, hasProxyHeader, hasTooManyHeaders, headersMax } from "@/lib/http/message/client-address";
import { listenerHeaders } from "@/lib/http/message/headers";
import { type PageKind, pageKindOf } from "@/lib/http/message/page-kind";
import { decodePath, isOtherSpelling, normalisePath } from "@/lib/http/message/path";
import { asAppError } from "@/lib/http/message/respond";
import { contentSecurityPolicy, type Framing, isForOtherSites, securityHeaders } from "@/lib/http/pages/page-policy";
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
import { paymentsPath, refuseRequest } from "./refuse-request";
import { countHeader, protocolProblem } from "./request-protocol";
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
  /** Missing in development. */
  pageTraffic?: PageTraffic;
};

/** A request on its way through the steps. */
type Visit = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The normalised target. Empty until `readTarget`. */
  path: string;
  search: string;
  /** The page that the request opens. Null for actions, the API and files, and until `countPage`. */
  page: PageKind | null;
};

type Context = Options & { serve: ServeRequest; fixedHeaders: readonly [string, string][] };

/** Returns true if it answered, so that no other step runs. Refuses a request by throwing. */
type Step = (visit: Visit, context: Context) => boolean | undefined | Promise<boolean | undefined>;

const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** Paths that answer in the API's format: the API, the plugins and the sandbox controls. */
const apiPaths = /^\/(api|plugins|sandbox\/sessions)(\/|$)/;
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
  const context = { ...options, serve, fixedHeaders: Object.entries(securityHeaders(isHttps)) };
  const steps: readonly Step[] = [
    identify,
    setSecurityHeaders,
    readTarget,
    failReadinessWhileStopping,
    removeDashboardCookie,
    serveStaticFile,
    refuseUntilReady,
    countPage,
    admit,
    requireHostAndPath,
    takePageTurn,
    serveRoute,
  ];
  return async (request, response) => {
    const visit: Visit = { request, response, path: "", search: "", page: null };
    try {
      for (const step of steps) {
        const isAnswered = step(visit, context);
        // Most steps return no promise, and the next one runs at once.
        if (isAnswered instanceof Promise ? await isAnswered : isAnswered) return;
      }
    } catch (error) {
      const refusal = asAppError(error);
      if (refusal.code === "internal") log.error({ err: error }, "the listener failed");
      if (refusal !== error) reportOutage(error);
      refuseRequest(request, response, refusal);
    }
  };
}

/** Notes the request's id and the client's address in headers that clients cannot set. */
const identify: Step = ({ request, response }) => {
  const { headers, socket } = request;
  const peer = socket.remoteAddress ?? "";
  const proxies = env().TRUSTED_PROXIES;
  const isFromProxy = isInside(peer, proxies);
  const given = headers[listenerHeaders.requestId];
  const requestId = isFromProxy && typeof given === "string" && requestIdPattern.test(given) ? given : newUlid();
  const forwardedFor = [headers["x-forwarded-for"] ?? []].flat().join(",");

  removeHeaders(request, internalHeaders);
  // Of two Authorization headers, neither is accepted, because either could be meant. Node.js would keep the first.
  if (countHeader(request, "authorization") > 1) headers.authorization = "";
  headers[listenerHeaders.requestId] = requestId;
  headers[listenerHeaders.clientAddress] = clientAddress(peer, forwardedFor, proxies);
  if (hasProxyHeader(headers)) headers[listenerHeaders.wasForwarded] = "true";
  // All clients behind a proxy that is not configured share the proxy's address, and therefore one rate limit.
  // Every request could cause this warning, so it is logged only once.
  if (forwardedFor && !isFromProxy && !hasWarnedOfProxy) {
    hasWarnedOfProxy = true;
    log.warn({ peer }, "X-Forwarded-For came from a peer that is not in TRUSTED_PROXIES, and is ignored");
  }
  response.setHeader(listenerHeaders.requestId, requestId);
};

let hasWarnedOfProxy = false;

function removeHeaders({ headers }: IncomingMessage, names: RegExp): void {
  for (const name of Object.keys(headers)) if (names.test(name)) delete headers[name];
}

const setSecurityHeaders: Step = ({ response }, { fixedHeaders }) => {
  for (const [name, value] of fixedHeaders) response.setHeader(name, value);
};

/** Normalises the target of a request, unless the request could be understood in two ways. */
const readTarget: Step = (visit) => {
  const { request, response } = visit;
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
  visit.path = target.path;
  visit.search = target.search;
  request.url = target.path + target.search;
  if (isForOtherSites(target.path)) response.setHeader("cross-origin-resource-policy", "cross-origin");
};

const failReadinessWhileStopping: Step = ({ path }, { isStopping }) => {
  if (isStopping() && path === readyPath) throw unavailable();
};

/** Removes the dashboard's session cookie from requests to other paths, such as the API and the checkout page. */
const removeDashboardCookie: Step = ({ request: { headers }, path }) => {
  if (isDashboardPath(path)) return;
  const others = headers.cookie && withoutDashboardCookie(headers.cookie);
  if (others) headers.cookie = others;
  else delete headers.cookie;
};

const serveStaticFile: Step = ({ request, response, path }, context) =>
  !isHostMissing(request) && context.serveStaticFile?.(request, response, path);

const refuseUntilReady: Step = ({ path }, { mayServe, obstacle }) => {
  if (mayServe() || path === alivePath) return;
  throw path === readyPath ? unavailable(undefined, obstacle?.()) : unavailable();
};

/** Counts a page against the limit of its client address. Lets pages wait for every other request. */
const countPage: Step = (visit, { pageTraffic }) => {
  const { request, response, path } = visit;
  visit.page = pageKindOf(request.method, path, () => isFormNavigation(fromMessage(request)));
  if (!visit.page) pageTraffic?.preferRequest(response);
  return visit.page !== null && pageTraffic?.count(visit.page, request, response);
};

const admit: Step = (visit, context) =>
  apiPaths.test(visit.path) ? admitToApi(visit, context) : admitToPages(visit, context);

const admitToApi: Step = ({ request, response, path, search }, { replacementOf }) => {
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
};

/** Sets the Content-Security-Policy on the answer and on the request, where Next.js finds the nonce for its scripts. */
const admitToPages: Step = async ({ request, response, path }, context) => {
  // Browsers need only the static files of Next.js. Its other paths would fetch URLs or show internals.
  const isInternal = path.startsWith("/_") && !path.startsWith("/_next/static/");
  if (isInternal && !context.isDevelopmentServer) throw notFound();
  const framing = await context.framingOf(path);
  if (!framing) return;
  const policy = contentSecurityPolicy(framing, context);
  if (framing.ancestors.length === 0) response.setHeader("x-frame-options", "DENY");
  request.headers["content-security-policy"] = policy;
  response.setHeader("content-security-policy", policy);
};

/** HTTP/1.1 requires the Host header; HTTP/1.0 does not. */
const isHostMissing = ({ httpVersion, headers }: IncomingMessage): boolean =>
  httpVersion === "1.1" && headers.host === undefined;

const requireHostAndPath: Step = ({ request, path }) => {
  if (isHostMissing(request)) throw new AppError("invalid", "The Host header is required.");
  if (decodePath(path) === null) throw new AppError("invalid", "The address is not correctly encoded.");
};

const takePageTurn: Step = ({ page, response }, { pageTraffic }) => page !== null && pageTraffic?.takeTurn(response);

const serveRoute: Step = async ({ page, request, response, path }, { serve }) => {
  if (page) answer503InOutage(response);
  if (!isDashboardPath(path)) await serve(request, response);
  else await withPageStatus(response, () => serve(request, response));
};
