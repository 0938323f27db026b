import type { IncomingMessage, RequestListener } from "node:http";
import { isInside } from "@/lib/kit/addresses";
import { env } from "@/lib/kit/env";
import { type TraceContext, tracer } from "@/lib/kit/telemetry/trace";

/** The first segments of our paths. All others share one name, so that the names of spans stay few. */
const areas = /^(api|challenge|checkout|dashboard|demo|docs|pay|pictures|plugins|receipt|sandbox|store-card)$/;
const untraced = /^\/(healthz|readyz|metrics|_next)([/?]|$)/;

/**
 * Makes each request a span, which continues the trace of a trusted proxy. Its name is the endpoint's path without
 * values (`nameRequest()`), or the area of the product. The address itself may contain tokens.
 */
export function traceRequests(listener: RequestListener): RequestListener {
  return (request, response) => {
    const tracing = tracer();
    const { method = "GET", url = "/" } = request;
    if (!tracing || untraced.test(url)) return listener(request, response);
    const area = /^\/([a-z]*)/.exec(url)?.[1] ?? "";
    const route = area === "" ? "/" : areas.test(area) ? `/${area}/…` : "/…";
    const span = tracing.start({
      name: `${method} ${route}`,
      kind: "server",
      attributes: { "http.request.method": method, "http.route": route },
      parent: parentOf(request),
    });
    response.once("close", () => {
      span.set({ "http.response.status_code": response.statusCode });
      span.end(response.statusCode >= 500 ? serverError : undefined);
    });
    tracing.within(span, () => listener(request, response));
  };
}

const serverError = new Error();

/** Only a trusted proxy continues a trace. Another caller could choose what is sampled, and mix up traces of others. */
function parentOf({ headers, socket }: IncomingMessage): TraceContext {
  if (!isInside(socket.remoteAddress ?? "", env().TRUSTED_PROXIES)) return { traceparent: undefined };
  return { traceparent: headerOf(headers.traceparent), tracestate: headerOf(headers.tracestate) };
}

const headerOf = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(",") : value;

/** Names the span of the current request by its endpoint. */
export function nameRequest({ method, path }: { method: string; path: string }): void {
  const span = tracer()?.current();
  span?.rename(`${method} ${path}`);
  span?.set({ "http.route": path });
}
