import type { RequestHeaders } from "./incoming";

/** Only this many characters of the Accept header are read, to limit the work per request. Browsers send fewer. */
const acceptLengthMax = 500;

export const acceptOf = (headers: RequestHeaders): string => (headers.get("accept") ?? "").slice(0, acceptLengthMax);

/** The weight of a media type that the Accept header names. 0 if it does not name the type itself. */
export function acceptWeight(headers: RequestHeaders, type: string): number {
  const entry = acceptOf(headers)
    .split(",")
    .map((part) => part.split(";").map((piece) => piece.trim()))
    .find(([name]) => name === type);
  if (!entry) return 0;
  const weight = entry.find((parameter) => parameter.startsWith("q="));
  return weight ? Number(weight.slice(2)) || 0 : 1;
}
