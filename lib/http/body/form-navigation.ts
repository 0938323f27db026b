import { acceptOf, acceptWeight } from "@/lib/http/message/accept";
import type { RequestHeaders } from "@/lib/http/message/incoming";
import { mediaTypeOf } from "./body";

/** Whether the Accept header ranks HTML above JSON, as browsers do. */
export const prefersHtml = ({ headers }: { headers: RequestHeaders }): boolean =>
  acceptWeight(headers, "text/html") > acceptWeight(headers, "application/json");

/**
 * Whether a browser navigates by submitting a form, so that the answer may be a redirect. Java programs and scripts on
 * pages may also send `Accept: text/html`, but do not navigate. A JSON body is always answered with JSON.
 */
export function isFormNavigation(request: { headers: RequestHeaders }): boolean {
  if (mediaTypeOf(request.headers)?.includes("json")) return false;
  return prefersHtml(request) && isNavigation(request.headers);
}

function isNavigation(headers: RequestHeaders): boolean {
  const mode = headers.get("sec-fetch-mode");
  if (mode !== null) return mode === "navigate";
  const hasFetchMetadata = [...headers.keys()].some((name) => name.startsWith("sec-fetch-"));
  const accept = acceptOf(headers).replace(/\s/g, "");
  return !hasFetchMetadata && accept.toLowerCase().startsWith("text/html,application/xhtml+xml");
}
