import { env } from "../env";
import { installTracer } from "./trace";

/** Starts the export of spans if a receiver is configured. Call it before the first connection to the database. */
export async function startTracing(serviceName: string): Promise<void> {
  if (!env().isTracing) return;
  // Imported late, because the packages of OpenTelemetry take a while to load, and few installations need them.
  const { createTracer } = await import("./otlp");
  installTracer(createTracer(serviceName));
}
