import { listenerHeaders } from "@/lib/http/listener/listener-headers";
import { recordRequest } from "@/lib/http/listener/metrics";
import { AppError } from "@/lib/kit/errors";
import { log } from "@/lib/kit/log";
import type { Environment } from "@/lib/reference/platforms";
import type { EndpointSpec } from "./endpoint";
import { type Answer, asAppError } from "./respond";

/** The second argument of a Next.js route handler: the parameters in the path. */
export type PathContext = { params: Promise<Record<string, string>> };

/** One request on its way to its answer. Steps add the fields that they find out. */
export type Exchange = {
  request: Request;
  params: PathContext["params"];
  requestId: string | null;
  clientAddress: string;
  startedAt: number;
  account: string | undefined;
  /** Identifies the API key, where the request carries one. */
  kid: string | undefined;
  environment: Environment | undefined;
  /** Headers of the answer. */
  headers: Record<string, string>;
};

export function openExchange(request: Request, { params }: PathContext): Exchange {
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

/** The error that the client sees. An unexpected error is logged, and the client sees a bare 500. */
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
