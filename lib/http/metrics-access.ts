import { isSame, sha256 } from "@/lib/kit/crypto";
import { env } from "@/lib/kit/env";
import { isInside } from "./client-address";
import { listenerHeaders } from "./route";

const loopback = ["127.0.0.0/8", "::1/128"];

export function mayReadMetrics({ headers }: Request): boolean {
  const { isProduction, METRICS_TOKEN } = env();
  if (!isProduction || isInside(headers.get(listenerHeaders.clientAddress) ?? "", loopback)) return true;
  const given = headers.get("authorization")?.replace(/^Bearer +/i, "");
  return METRICS_TOKEN !== undefined && given !== undefined && isSame(sha256(given), sha256(METRICS_TOKEN));
}
