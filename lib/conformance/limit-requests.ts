import type { FetchOnce } from "./shop-browser";

/** The kit calls hosts of others, so a run sends at most this many requests. Each redirect is a request. */
export const requestsMax = 120;

/** Thrown instead of a request beyond the limit. */
export class RequestLimit extends Error {
  override name = "RequestLimit";
}

/** Counts the requests of one run, and names its account to the operators of the shop. */
export function limitRequests(fetchOnce: FetchOnce, accountNumber: string): FetchOnce {
  let sent = 0;
  return async ({ headers, ...request }) => {
    if (sent === requestsMax) throw new RequestLimit();
    sent += 1;
    const agent = `${headers["user-agent"] ?? ""} (Tradewind conformance kit; account ${accountNumber})`.trim();
    return fetchOnce({ ...request, headers: { ...headers, "user-agent": agent } });
  };
}
