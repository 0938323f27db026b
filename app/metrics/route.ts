import { recordGauges, renderMetrics } from "@/lib/http/listener/metrics";
import { mayReadMetrics } from "@/lib/http/listener/metrics-access";
import { answerOf, asJson, toResponse } from "@/lib/http/route/respond";
import { readOnly } from "@/lib/http/route/routes";
import { unauthorised } from "@/lib/kit/errors";
import { readRecentGauges } from "@/lib/metrics/gauges";

/** Metrics for Prometheus. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readOnly(async (request) => {
  if (!mayReadMetrics(request)) return toResponse(asJson(answerOf(unauthorised())));
  recordGauges(await readRecentGauges());
  const { contentType, text } = await renderMetrics();
  return new Response(text, { headers: { "content-type": contentType } });
});
