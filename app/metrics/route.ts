import { renderMetrics } from "@/lib/http/metrics";
import { mayReadMetrics } from "@/lib/http/metrics-access";
import { answerOf, toResponse } from "@/lib/http/respond";
import { unauthorised } from "@/lib/kit/errors";

/** Prometheus. In production for loopback or the holder of METRICS_TOKEN only. */
export async function GET(request: Request): Promise<Response> {
  if (!mayReadMetrics(request)) return toResponse(answerOf(unauthorised()));
  const { contentType, text } = await renderMetrics();
  return new Response(text, { headers: { "content-type": contentType } });
}
