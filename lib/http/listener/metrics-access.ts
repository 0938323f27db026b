import { isInside } from "@/lib/kit/addresses";
import { env } from "@/lib/kit/env";
import { isSame, sha256 } from "@/lib/kit/secrets/crypto";
import { listenerHeaders } from "./listener-headers";

const loopback = ["127.0.0.0/8", "::1/128"];

/** With METRICS_TOKEN, only its bearer. Without: everyone in development, only loopback in production. */
export function mayReadMetrics({ headers }: Request): boolean {
  const { isProduction, METRICS_TOKEN } = env();
  if (METRICS_TOKEN !== undefined) {
    const given = /^Bearer +(\S.*)$/i.exec(headers.get("authorization") ?? "")?.[1];
    return given !== undefined && isSame(sha256(given), sha256(METRICS_TOKEN));
  }
  // Behind an undeclared proxy on this machine, every client would look like loopback.
  const isLocal =
    isInside(headers.get(listenerHeaders.clientAddress) ?? "", loopback) && !headers.has(listenerHeaders.wasForwarded);
  return !isProduction || isLocal;
}
