import type { RequestHeaders } from "@/lib/http/message/incoming";
import { env } from "@/lib/kit/env";
import { AppError } from "@/lib/kit/errors";

/**
 * Only pages of the dashboard may send actions. Browsers send the page's origin with every POST. A request with another
 * origin, without one, or with `null` is refused before any other check.
 */
export function requireSameOrigin({ headers }: { headers: RequestHeaders }): void {
  const site = headers.get("sec-fetch-site");
  const isOurs = headers.get("origin") === env().PUBLIC_URL && (site === null || site === "same-origin");
  if (!isOurs) throw new AppError("forbidden", `This request did not come from the dashboard at ${env().PUBLIC_URL}.`);
}
