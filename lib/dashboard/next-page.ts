/** A page of the dashboard itself, and nothing that a browser could take for another place. */
const pagePattern = /^\/dashboard\/(test|live)(\/[\w-]+)*(\?[\w=&%.+-]*)?$/;

/** Where to go on after the sign-in: to what was asked for, if it is a page of ours. */
export const nextPage = (asked: string | undefined): string =>
  asked && pagePattern.test(asked) ? asked : "/dashboard";

/** The address of the sign-in, or of another step before it is done, that remembers a page. */
export const signInAndThen = (page: string, step = "sign-in"): string =>
  page === "/dashboard" ? `/dashboard/${step}` : `/dashboard/${step}?next=${encodeURIComponent(page)}`;
