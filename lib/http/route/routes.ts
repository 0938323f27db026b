import type { EndpointSpec, Method } from "@/lib/http/message/endpoint";
import { fromRequest } from "@/lib/http/message/incoming";
import { type Answer, answerOf, asJson, toResponse } from "@/lib/http/message/respond";
import { AppError, notFound } from "@/lib/kit/errors";
import { openExchange, refusalOf } from "./exchange";
import { type Handler, type PathlessHandler, toHandler, toPathlessHandler } from "./handler";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
type AnyMethod = (typeof methods)[number];

type ServedEndpoint = { contract: EndpointSpec; handle: Handler; refuse?: (error: AppError) => Answer };

/** The exports of one route file: its own methods, and a 405 in the API's format for all other methods. */
export function routes(...bound: ServedEndpoint[]): Record<AnyMethod, Handler> {
  const own = exportsFor(new Map(bound.map(({ contract, handle }) => [contract.method, handle])), bound[0]?.refuse);
  const shared = bound.filter(({ contract }) => contract.cors).map(({ contract }) => contract.method);
  return shared.length > 0 ? { ...own, OPTIONS: preflight(shared) } : own;
}

/** Answers a CORS preflight request. */
const preflight = (allowed: readonly Method[]): Handler =>
  toHandler(async () => ({
    status: 204,
    body: "",
    headers: {
      "access-control-allow-methods": allowed.join(", "),
      "access-control-allow-headers": "content-type, accept, idempotency-key, authorization, x-requested-with",
      "access-control-max-age": "86400",
    },
  }));

/** The exports of a GET-only path outside the API, without rate limit, log line and metrics. */
export function readOnly(read: Handler): Record<AnyMethod, Handler> {
  return exportsFor(new Map([["GET", withErrorJson(read)]]));
}

const withErrorJson =
  (handle: Handler): Handler =>
  (request, context) =>
    handle(request, context).catch(async (error) => {
      const exchange = openExchange(fromRequest(request), await context.params);
      return toResponse(asJson(answerOf(refusalOf(exchange, error))));
    });

function exportsFor<Own extends Handler>(
  own: Map<Method, Own>,
  toAnswer: (error: AppError) => Answer = answerOf,
): Record<AnyMethod, Own | PathlessHandler> {
  const get = own.get("GET");
  const allowed = new Map<string, Own>([...own, ...(get ? ([["HEAD", get]] as const) : [])]);
  const allow = [...allowed.keys()].sort().join(", ");
  const refuse = toPathlessHandler(async () =>
    asJson(toAnswer(new AppError("method_not_allowed", "Method Not Allowed", { headers: { allow } }))),
  );
  return forEveryMethod((method) => allowed.get(method) ?? refuse);
}

/** The exports of a document. The listener turns an error into a page. */
export const documentRoutes = (show: ShowDocument) => exportsFor(new Map([["GET", toPathlessHandler(show)]]));

/** The exports of a document that says that there is none, for every method. */
export const unknownPages = (show: ShowDocument) => forEveryMethod(() => toPathlessHandler(show));

/** The exports of a catch-all path of the API, which answers every method with 404. */
export const unknownPath = () => unknownPages(async () => asJson(answerOf(notFound())));

type ShowDocument = Parameters<typeof toPathlessHandler>[0];

function forEveryMethod<Handle>(choose: (method: AnyMethod) => Handle): Record<AnyMethod, Handle> {
  return Object.fromEntries(methods.map((method) => [method, choose(method)])) as Record<AnyMethod, Handle>;
}
