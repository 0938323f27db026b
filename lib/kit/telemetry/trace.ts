import { processWide } from "@/lib/kit/process-wide";

/**
 * Spans of a trace. Without a configured receiver no tracer is installed, and every function here does nothing: the
 * packages of OpenTelemetry are then not even loaded (lib/kit/telemetry/otlp.ts).
 *
 * A span never contains a value of a request: no body, no query, no address, no header, no parameter of a statement.
 */
export type Attributes = Readonly<Record<string, string | number | null>>;

/** Headers of a caller, by the W3C recommendation "Trace Context". */
export type TraceContext = { traceparent: string | undefined; tracestate?: string | undefined };

export type SpanStart = {
  name: string;
  kind: "server" | "client" | "internal";
  attributes?: Attributes;
  /** The caller's span. Without it, the span belongs to the current one. */
  parent?: TraceContext;
};

export type Span = {
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** Of an error, only the class is recorded, because its message could quote a value. */
  end(error?: unknown): void;
};

export type Tracer = {
  start(start: SpanStart): Span;
  /** Makes the span the current one while `work` runs. */
  within<Result>(span: Span, work: () => Result): Result;
  current(): Span | undefined;
  /** The current span as the value of a `traceparent` header. */
  traceparent(): string | undefined;
  /** Fields of a log line. */
  ids(): Record<string, string>;
  /** Sends the spans that have ended. */
  stop(): Promise<void>;
};

const holder = processWide<{ tracer?: Tracer | undefined }>("tracer", () => ({}));

export const tracer = (): Tracer | undefined => holder.tracer;

export function installTracer(installed: Tracer | undefined): void {
  holder.tracer = installed;
}

const noSpan: Span = { rename() {}, set() {}, end() {} };

/** Runs `work` in a span, which ends when `work` does. */
export async function inSpan<Result>(start: SpanStart, work: (span: Span) => Promise<Result>): Promise<Result> {
  const tracing = tracer();
  if (!tracing) return work(noSpan);
  const span = tracing.start(start);
  try {
    // Awaited inside: a query of Prisma starts when it is awaited.
    const result = await tracing.within(span, async () => await work(span));
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

/**
 * The header that lets a receiver continue our trace. It holds two random ids. `tracestate` is not passed on, because
 * it is for the tracing systems of the operator and of the caller, and not for merchants and acquirers.
 */
export function traceHeaders(): Record<string, string> {
  const traceparent = tracer()?.traceparent();
  return traceparent ? { traceparent } : {};
}
