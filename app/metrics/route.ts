import { readScriptGauges } from "@/lib/checkout/read-script-check";
import { recordGauges, renderMetrics } from "@/lib/http/metrics";
import { mayReadMetrics } from "@/lib/http/metrics-access";
import { answerOf, toResponse } from "@/lib/http/respond";
import { readOnly } from "@/lib/http/route";
import { unauthorised } from "@/lib/kit/errors";

/** Prometheus. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readOnly(async (request) => {
  if (!mayReadMetrics(request)) return toResponse(answerOf(unauthorised()));
  recordGauges(await readScriptGauges());
  const { contentType, text } = await renderMetrics();
  return new Response(text, { headers: { "content-type": contentType } });
});
