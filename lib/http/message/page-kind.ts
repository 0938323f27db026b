export type PageKind = "checkout" | "other";

/**
 * Paths whose handlers answer with something else than a page. Every other path counts as a page, because Next.js
 * renders one: the page itself, for every method, or the page that says that there is none. Segments with encoded
 * characters count as unknown.
 */
const notPages = [
  /^\/(api|plugins|sandbox\/sessions)(\/|$)/,
  /^\/(healthz|readyz|metrics|csp-reports|demo\/orders|demo\/webhook)\/?$/,
  /^\/(pictures|sdk|demo\/orders|challenge|sandbox\/acs)\/[\w.~-]+\/?$/,
  // The parts of a payment in progress, such as the state of its session and the bank's page, and QR codes.
  /^\/checkout\/[\w.~-]+\/(pay|state|leave|extend|challenge|challenge\/cancel)\/?$/,
  /^\/pay\/[\w.~-]+\/[\w.~-]+\/?$/,
  /^\/dashboard\/([\w.~-]+\/)?actions\/[\w.~-]+\/?$/,
];
/** The pages of payers: the checkout, links and receipts. Their handlers render nothing for other methods. */
const checkoutPage = /^\/(checkout|pay|receipt|store-card)\/[^/]+\/?$/;
/** A form that the handler refuses comes back as a page. */
const formPage = /^\/(pay|store-card)\//;

/**
 * Returns the kind of page that a request opens. Null for actions and everything else that is no page. `isForm` says
 * whether a browser submits a form, and so gets a page.
 */
export function pageKindOf(method: string | undefined, path: string, isForm = () => false): PageKind | null {
  if (notPages.some((pattern) => pattern.test(path))) return null;
  if (!checkoutPage.test(path)) return "other";
  const isRead = method === "GET" || method === "HEAD";
  return isRead || (method === "POST" && formPage.test(path) && isForm()) ? "checkout" : null;
}
