import { type Tracer, tracer } from "@/lib/kit/telemetry/trace";

type Send = (...args: unknown[]) => unknown;
type Callback = (error: unknown, result: unknown) => void;

/**
 * Makes each statement of a connection a span, with its text and without its values. Statements outside of a span, such
 * as those of a timer, get none.
 */
export function traceStatements(client: { query: unknown }): void {
  const send = (client.query as Send).bind(client);
  client.query = (...args: unknown[]) => {
    const tracing = tracer();
    return tracing?.current() ? sendTraced(tracing, send, args) : send(...args);
  };
}

function sendTraced(tracing: Tracer, send: Send, args: unknown[]): unknown {
  const text = String(statementText(args[0]));
  const attributes = { "db.system.name": "postgresql", "db.query.text": text };
  const span = tracing.start({ name: `sql ${/\w+/.exec(text)?.[0].toUpperCase()}`, kind: "client", attributes });
  const callback = args.at(-1);
  if (typeof callback === "function") {
    const ended: Callback = (error, result) => {
      span.end(error ?? undefined);
      callback(error, result);
    };
    return send(...args.slice(0, -1), ended);
  }
  const sent = send(...args);
  // An error also reaches the sender, who handles it.
  if (sent instanceof Promise) sent.then(() => span.end(), span.end);
  else span.end();
  return sent;
}

export const statementText = (config: unknown): unknown =>
  typeof config === "object" && config !== null && "text" in config ? config.text : config;
