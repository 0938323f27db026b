import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  DiagLogLevel,
  diag,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { second } from "../clock";
import { log } from "../log";
import type { Attributes, Span, SpanStart, TraceContext, Tracer } from "./trace";

/**
 * Exports spans by OTLP over HTTP, as JSON. The packages read the standard variables, such as
 * OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_TRACES_SAMPLER. Import this file only where tracing is configured.
 *
 * The provider is not registered globally. Next.js would find a global one and export spans of its own, whose
 * attributes have whole addresses, tokens included.
 */
export function createTracer(serviceName: string): Tracer {
  const warn = (problem: string) => log.warn({ problem }, "the export of traces reports a problem");
  diag.setLogger({ error: warn, warn, info() {}, debug() {}, verbose() {} }, DiagLogLevel.WARN);
  const provider = new BasicTracerProvider({
    // The variables come last, so that OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES win.
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": serviceName }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanLimits: { attributeValueLengthLimit: textMax },
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer("tradewind");
  const contexts = new AsyncLocalStorage<Context>();
  const propagator = new W3CTraceContextPropagator();
  const opened = new WeakMap<Span, OtelSpan>();

  const contextOf = (parent: TraceContext | undefined): Context =>
    parent ? propagator.extract(ROOT_CONTEXT, parent, headerGetter) : (contexts.getStore() ?? ROOT_CONTEXT);
  const current = () => {
    const context = contexts.getStore();
    return context && trace.getSpanContext(context);
  };

  return {
    start({ name, kind, attributes = {}, parent }: SpanStart): Span {
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes: known(attributes) }, contextOf(parent));
      const wrapped = wrap(span);
      opened.set(wrapped, span);
      return wrapped;
    },
    within(span, work) {
      const inner = opened.get(span);
      return inner ? contexts.run(trace.setSpan(contexts.getStore() ?? ROOT_CONTEXT, inner), work) : work();
    },
    current() {
      const context = contexts.getStore();
      const span = context && trace.getSpan(context);
      return span && wrap(span);
    },
    traceparent() {
      const ids = current();
      return ids && `00-${ids.traceId}-${ids.spanId}-${ids.traceFlags & TraceFlags.SAMPLED ? "01" : "00"}`;
    },
    ids() {
      const ids = current();
      return ids ? { trace_id: ids.traceId, span_id: ids.spanId } : {};
    },
    // A receiver that does not answer must not delay the shutdown.
    stop: () => Promise.race([provider.shutdown().catch(() => {}), pause(stopWithinMs)]),
  };
}

const stopWithinMs = 3 * second;

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });

/** The longest text of an attribute. The longest statement has about this many characters. */
const textMax = 8_192;

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

const headerGetter = {
  keys: (parent: TraceContext) => Object.keys(parent),
  get: (parent: TraceContext, name: string) => parent[name as keyof TraceContext],
};

const known = (attributes: Attributes) =>
  Object.fromEntries(Object.entries(attributes).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));

const wrap = (span: OtelSpan): Span => ({
  rename: (name) => void span.updateName(name),
  set: (attributes) => void span.setAttributes(known(attributes)),
  end(error) {
    if (error !== undefined) {
      span.setAttribute("error.type", error instanceof Error ? error.name : typeof error);
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end();
  },
});
