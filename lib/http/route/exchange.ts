import { listenerHeaders } from "@/lib/http/listener/listener-headers";
import { recordRequest } from "@/lib/http/listener/metrics";
import { AppError } from "@/lib/kit/errors";
import { log } from "@/lib/kit/log";
import type { Environment } from "@/lib/reference/platforms";
import type { EndpointSpec } from "./endpoint";
import { type Answer, asAppError } from "./respond";

/** One request on its way to its answer. */
export type Exchange = {
  request: Request;
  requestId: string | null;
  clientAddress: string;
  startedAt: number;
  account: string | undefined;
  /** Of an API key; and the environment, where it is known. */
  kid: string | undefined;
  environment: Environment | undefined;
  headers: Record<string, string>;
};

export function openExchange(request: Request): Exchange {
  return {
    request,
    requestId: request.headers.get(listenerHeaders.requestId),
    clientAddress: request.headers.get(listenerHeaders.clientAddress) ?? "",
    startedAt: performance.now(),
    account: undefined,
    kid: undefined,
    environment: undefined,
    headers: {},
  };
}

/** What a failure says to the caller. One that was not foreseen is logged, and says nothing. */
export function refusalOf({ requestId, account }: Exchange, error: unknown): AppError {
  if (!(error instanceof AppError)) log.error({ requestId, account, err: error }, "a request failed unexpectedly");
  return asAppError(error);
}

export function report(
  { method, path }: Pick<EndpointSpec, "method" | "path">,
  { requestId, account, startedAt }: Exchange,
  { status }: Answer,
): void {
  const seconds = (performance.now() - startedAt) / 1000;
  recordRequest({ method, path, status, seconds });
  log.info({ requestId, account, method, path, status, ms: Math.round(seconds * 1000) }, "request");
}
