/** Matches pages of the dashboard only, so that `next` cannot become an open redirect. */
const pagePattern = /^\/dashboard\/(test|live)(\/[\w-]+)*(\?[\w=&%.+-]*)?$/;

/** The page to open after the sign-in: the requested one, if it is a page of the dashboard. */
export const nextPage = (asked: string | undefined): string =>
  asked && pagePattern.test(asked) ? asked : "/dashboard";

/** The path of the sign-in page, or of one of its later steps. A query parameter has the page to open afterwards. */
export const signInAndThen = (page: string, step = "sign-in"): string =>
  page === "/dashboard" ? `/dashboard/${step}` : `/dashboard/${step}?next=${encodeURIComponent(page)}`;
