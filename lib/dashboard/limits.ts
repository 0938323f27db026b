import { enforceRateLimits } from "@/lib/http/limits/rate-limit";
import { perMinute } from "@/lib/http/route/endpoint";

/** What is only looked at is counted as well, per account over its whole team: pages ask much of the database. */
const visits = { method: "GET", path: "/dashboard/{mode}/{page}", limit: perMinute(120) } as const;
const exported = { method: "GET", path: "/dashboard/{mode}/transactions/export", limit: perMinute(5) } as const;

const count = async (what: typeof visits | typeof exported, accountNumber: string): Promise<void> => {
  await enforceRateLimits(what, [{ subject: `account ${accountNumber}`, limit: what.limit }]);
};

export const countVisit = (accountNumber: string): Promise<void> => count(visits, accountNumber);
export const countExport = (accountNumber: string): Promise<void> => count(exported, accountNumber);
