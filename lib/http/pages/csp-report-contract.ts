import * as z from "zod/mini";
import { done, endpoint, perMinute } from "@/lib/http/message/endpoint";
import { text } from "@/lib/kit/fields";

const report = z.object(
  {
    "document-uri": z.optional(text()),
    "effective-directive": z.optional(text()),
    /** The name that older browsers send, with the sources of the directive behind it. */
    "violated-directive": z.optional(text()),
  },
  { error: "field is required." },
);

/** The address for reports in our pages' policy. Only browsers use it, so it is not in the list of API endpoints. */
export const reportViolationEndpoint = endpoint({
  name: "reportViolation",
  method: "POST",
  path: "/csp-reports",
  under: "origin",
  summary: "Report a violation of the Content-Security-Policy",
  auth: "none",
  scopes: [],
  limit: perMinute(60),
  mediaType: "application/csp-report",
  body: z.object({ "csp-report": report }),
  success: done,
});

export type ViolationReport = z.output<typeof report>;
