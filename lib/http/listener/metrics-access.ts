import { isInside } from "@/lib/kit/addresses";
import { env } from "@/lib/kit/env";
import { isSame, sha256 } from "@/lib/kit/secrets/crypto";
import { listenerHeaders } from "./listener-headers";

const loopback = ["127.0.0.0/8", "::1/128"];

/**
 * With METRICS_TOKEN, only its bearer may read the metrics. Without it: everyone in development, loopback in
 * production.
 */
export function mayReadMetrics({ headers }: Pick<Request, "headers">): boolean {
  const { isProduction, METRICS_TOKEN } = env();
  if (METRICS_TOKEN !== undefined) {
    const given = /^Bearer +(\S.*)$/i.exec(headers.get("authorization") ?? "")?.[1];
    return given !== undefined && isSame(sha256(given), sha256(METRICS_TOKEN));
  }
  // A forwarded request is not local: behind an undeclared proxy on this machine, every client has a loopback address.
  const isLocal =
    isInside(headers.get(listenerHeaders.clientAddress) ?? "", loopback) && !headers.has(listenerHeaders.wasForwarded);
  return !isProduction || isLocal;
}
