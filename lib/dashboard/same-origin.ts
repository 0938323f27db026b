import { env } from "@/lib/kit/env";
import { AppError } from "@/lib/kit/errors";

/**
 * Whatever changes something comes from a page of ours. Browsers name the page's origin on every such request; one
 * that names another, none, or `null`, is refused before anything else is looked at.
 */
export function requireSameOrigin({ headers }: Request): void {
  const site = headers.get("sec-fetch-site");
  const isOurs = headers.get("origin") === env().PUBLIC_URL && (site === null || site === "same-origin");
  if (!isOurs) throw new AppError("forbidden", `This request did not come from the dashboard at ${env().PUBLIC_URL}.`);
}
