import { enforceRateLimits } from "@/lib/http/limits/rate-limit";
import { perMinute } from "@/lib/http/message/endpoint";

/** Page views are rate limited per account, over its whole team, because pages run many queries. */
const pageViews = { method: "GET", path: "/dashboard/{mode}/{page}", limit: perMinute(120) } as const;
const exports = { method: "GET", path: "/dashboard/{mode}/transactions/export", limit: perMinute(5) } as const;

const count = async (limited: typeof pageViews | typeof exports, accountNumber: string): Promise<void> => {
  await enforceRateLimits(limited, [{ subject: `account ${accountNumber}`, limit: limited.limit }]);
};

export const countVisit = (accountNumber: string): Promise<void> => count(pageViews, accountNumber);
export const countExport = (accountNumber: string): Promise<void> => count(exports, accountNumber);
