export type PageKind = "checkout" | "other";

/** Paths that answer GET requests with something else than a page. */
const notPages = [
  /^\/(api|plugins|healthz|readyz|metrics|pictures|demo\/orders|sandbox\/sessions)(\/|$)/,
  // The parts of a payment in progress, such as the state of its session and the bank's page, and QR codes.
  /^\/((checkout|pay)\/[^/]+|challenge|sandbox\/acs)\/[^/]/,
  /^\/dashboard\/([^/]+\/)?actions\//,
];
/** The pages of payers: the checkout, payment links and receipts. */
const checkoutPage = /^\/(checkout|pay|receipt)\/[^/]+\/?$/;

/** Returns the kind of page that a request opens. Null for actions and everything else that is no page. */
export function pageKindOf(method: string | undefined, path: string): PageKind | null {
  if ((method !== "GET" && method !== "HEAD") || notPages.some((pattern) => pattern.test(path))) return null;
  return checkoutPage.test(path) ? "checkout" : "other";
}
