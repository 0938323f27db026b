import { mediaTypeOf } from "./body";

/** No browser sends more, and nobody is to keep us busy reading. */
const acceptLengthMax = 500;

/** Whether the sender would rather have a page than data: browsers say so, programs do not. */
export function prefersHtml({ headers }: Request): boolean {
  const accept = (headers.get("accept") ?? "").slice(0, acceptLengthMax);
  const weightOf = (type: string) => {
    const wish = accept
      .split(",")
      .map((part) => part.split(";").map((piece) => piece.trim()))
      .find(([name]) => name === type);
    if (!wish) return 0;
    const weight = wish.find((parameter) => parameter.startsWith("q="));
    return weight ? Number(weight.slice(2)) || 0 : 1;
  };
  return weightOf("text/html") > weightOf("application/json");
}

/**
 * Whether a browser navigates here with a form, and so wants to be redirected. Some programs send `Accept: text/html`
 * as well (Java does), and so may a script on a page: neither navigates. A JSON body is always answered with JSON.
 */
export function isFormNavigation(request: Request): boolean {
  if (mediaTypeOf(request.headers)?.includes("json")) return false;
  return prefersHtml(request) && isNavigation(request.headers);
}

function isNavigation(headers: Headers): boolean {
  const mode = headers.get("sec-fetch-mode");
  if (mode !== null) return mode === "navigate";
  const hasFetchMetadata = [...headers.keys()].some((name) => name.startsWith("sec-fetch-"));
  const accept = (headers.get("accept") ?? "").slice(0, acceptLengthMax).replace(/\s/g, "");
  return !hasFetchMetadata && accept.toLowerCase().startsWith("text/html,application/xhtml+xml");
}
