import { listenerHeaders } from "@/lib/http/message/headers";
import { env } from "@/lib/kit/env";
import { isSame, sha256 } from "@/lib/kit/secrets/crypto";

/**
 * With METRICS_TOKEN, only its bearer may read the metrics. Without it: no client in production, and in development
 * every client whose request no proxy forwarded. No address is trusted, because behind a proxy that hides its clients,
 * every client has the address of the proxy.
 */
export function mayReadMetrics({ headers }: Pick<Request, "headers">): boolean {
  const { isProduction, METRICS_TOKEN } = env();
  if (METRICS_TOKEN === undefined) return !isProduction && !headers.has(listenerHeaders.wasForwarded);
  const given = /^Bearer +(\S.*)$/i.exec(headers.get("authorization") ?? "")?.[1];
  return given !== undefined && isSame(sha256(given), sha256(METRICS_TOKEN));
}
