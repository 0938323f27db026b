import { answerOf, asJson, toResponse } from "@/lib/http/message/respond";
import { readOnly } from "@/lib/http/route/routes";
import { recordGauges, renderMetrics } from "@/lib/http/telemetry/metrics";
import { mayReadMetrics } from "@/lib/http/telemetry/metrics-access";
import { unauthorised } from "@/lib/kit/errors";
import { readRecentGauges } from "@/lib/metrics/gauges";

/** Metrics for Prometheus. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readOnly(async (request) => {
  if (!mayReadMetrics(request)) return toResponse(asJson(answerOf(unauthorised())));
  recordGauges(await readRecentGauges());
  const { contentType, text } = await renderMetrics();
  return new Response(text, { headers: { "content-type": contentType } });
});
