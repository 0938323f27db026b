import { reportOutage } from "@/lib/db/outage";
import type { EndpointSpec } from "@/lib/http/message/endpoint";
import { listenerHeaders } from "@/lib/http/message/headers";
import type { IncomingRequest } from "@/lib/http/message/incoming";
import { type Answer, asAppError } from "@/lib/http/message/respond";
import { recordRequest } from "@/lib/http/telemetry/metrics";
import { nameRequest } from "@/lib/http/telemetry/trace-requests";
import type { AppError } from "@/lib/kit/errors";
import { log } from "@/lib/kit/log";
import type { Environment } from "@/lib/reference/platforms";

export type PathParams = Readonly<Record<string, string>>;

/** The state of one request. The steps of the pipeline fill in account, key, environment and headers. */
export type Exchange = {
  request: IncomingRequest;
  params: PathParams;
  requestId: string | null;
  clientAddress: string;
  startedAt: number;
  account: string | undefined;
  /** The id of the API key, if the request carries one. */
  kid: string | undefined;
  environment: Environment | undefined;
  /** Headers to add to the answer. */
  headers: Record<string, string>;
};

export function openExchange(request: IncomingRequest, params: PathParams): Exchange {
  return {
    request,
    params,
    requestId: request.headers.get(listenerHeaders.requestId),
    clientAddress: request.headers.get(listenerHeaders.clientAddress) ?? "",
    startedAt: performance.now(),
    account: undefined,
    kid: undefined,
    environment: undefined,
    headers: {},
  };
}

/**
 * The error that the client sees. An unexpected error is logged, and the client gets a 500 without details. An outage
 * is logged here, too: it may come from another connection than those of the pool, which reports its own.
 */
export function refusalOf({ requestId, account }: Exchange, error: unknown): AppError {
  const refusal = asAppError(error);
  if (refusal.code === "internal") log.error({ requestId, account, err: error }, "a request failed unexpectedly");
  if (refusal !== error) reportOutage(error);
  return refusal;
}

export function report(
  { method, path }: Pick<EndpointSpec, "method" | "path">,
  { requestId, account, startedAt }: Exchange,
  { status }: Answer,
): void {
  const seconds = (performance.now() - startedAt) / 1000;
  recordRequest({ method, path, status, seconds });
  nameRequest({ method, path });
  log.info({ requestId, account, method, path, status, ms: Math.round(seconds * 1000) }, "request");
}
