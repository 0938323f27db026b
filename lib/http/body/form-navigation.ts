import type { RequestHeaders } from "@/lib/http/message/incoming";
import { mediaTypeOf } from "./body";

/** Only this many characters of the Accept header are read, to limit the work per request. Browsers send fewer. */
const acceptLengthMax = 500;

/** Whether the Accept header ranks HTML above JSON, as browsers do. */
export function prefersHtml({ headers }: { headers: RequestHeaders }): boolean {
  const accept = (headers.get("accept") ?? "").slice(0, acceptLengthMax);
  const weightOf = (type: string) => {
    const entry = accept
      .split(",")
      .map((part) => part.split(";").map((piece) => piece.trim()))
      .find(([name]) => name === type);
    if (!entry) return 0;
    const weight = entry.find((parameter) => parameter.startsWith("q="));
    return weight ? Number(weight.slice(2)) || 0 : 1;
  };
  return weightOf("text/html") > weightOf("application/json");
}

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
  const accept = (headers.get("accept") ?? "").slice(0, acceptLengthMax).replace(/\s/g, "");
  return !hasFetchMetadata && accept.toLowerCase().startsWith("text/html,application/xhtml+xml");
}
