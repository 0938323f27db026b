import { isInside } from "@/lib/kit/addresses";
import { isSame, sha256 } from "@/lib/kit/crypto";
import { env } from "@/lib/kit/env";
import { listenerHeaders } from "./listener-headers";

const loopback = ["127.0.0.0/8", "::1/128"];

export function mayReadMetrics({ headers }: Request): boolean {
  const { isProduction, METRICS_TOKEN } = env();
  // Behind a proxy of this machine that nobody declared, every client would look like loopback.
  const isLocal =
    isInside(headers.get(listenerHeaders.clientAddress) ?? "", loopback) && !headers.has(listenerHeaders.wasForwarded);
  if (!isProduction || isLocal) return true;
  const given = /^Bearer +(\S.*)$/i.exec(headers.get("authorization") ?? "")?.[1];
  return METRICS_TOKEN !== undefined && given !== undefined && isSame(sha256(given), sha256(METRICS_TOKEN));
}
