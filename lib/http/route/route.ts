import type * as z from "zod/mini";
import { type Bytes, parseBody, readBytes } from "@/lib/http/body/body";
import { parseUrlEncoded } from "@/lib/http/body/form";
import type { Fields } from "@/lib/http/body/json";
import { isBlank, validate } from "@/lib/http/body/validate";
import { enforceRateLimit } from "@/lib/http/limits/rate-limit";
import { AppError, notFound, selectedInvalid } from "@/lib/kit/errors";
import type { Environment } from "@/lib/reference/platforms";
import { logRequest } from "@/lib/request-log/request-log";
import type { Authenticate, Caller } from "./caller";
import type { AnswerOf, BodyOf, EndpointSpec, Method, ParamsOf, QueryOf } from "./endpoint";
import { type Exchange, openExchange, refusalOf, report } from "./exchange";
import { chooseEnvironment, guard } from "./guards";
import { withIdempotency } from "./idempotency";
import { type Answer, answerOf, toResponse } from "./respond";

type CallerOf<Spec extends EndpointSpec> = Spec["auth"] extends "none" ? null : Caller;

export type Input<Spec extends EndpointSpec> = {
  caller: CallerOf<Spec>;
  environment: Spec["environment"] extends "chosen" ? Environment : undefined;
  params: ParamsOf<Spec>;
  query: QueryOf<Spec>;
  body: BodyOf<Spec>;
  clientAddress: string;
  headers: Headers;
};

export type PathContext = { params: Promise<Record<string, string>> };
export type Handler = (request: Request, context: PathContext) => Promise<Response>;
type Arrival = { exchange: Exchange; caller: Caller | null; bytes: Bytes; fields?: Fields; context: PathContext };
type BoundRoute = { contract: EndpointSpec; handle: Handler; refuse?: (error: AppError) => Answer };
/** Answers what was authenticated and counted already. */
type Bound<Spec extends EndpointSpec> = { contract: Spec; answer(arrival: Arrival): Promise<Answer> };
/** A contract that names an override is bound together with that one's route; any other without. */
type OverrideOf<Spec extends EndpointSpec> = Spec["override"] extends EndpointSpec ? [Bound<Spec["override"]>] : [];

/** Binds contracts to handlers; how credentials are proven is given from outside. */
export function createRoute(authenticate: Authenticate) {
  return function route<Spec extends EndpointSpec>(
    contract: Spec,
    handler: (input: Input<Spec>) => Promise<AnswerOf<Spec>> | AnswerOf<Spec>,
    ...[override]: OverrideOf<Spec>
  ): BoundRoute & Bound<Spec> {
    const answer = ({ exchange, caller, bytes, fields, context }: Arrival): Promise<Answer> => {
      const { request, clientAddress } = exchange;
      const subject = { contract, caller, request, bytes, fields };
      return withIdempotency(subject, {
        async prepare() {
          const input = await readInput(subject, context);
          const environment = contract.environment && caller ? chooseEnvironment(caller, input) : undefined;
          exchange.environment ??= environment;
          return { ...input, caller, environment, clientAddress, headers: request.headers } as Input<Spec>;
        },
        async perform(input) {
          return { status: contract.success.status, body: checkAnswer(contract, await handler(input)) };
        },
      });
    };

    const serve = async (exchange: Exchange, context: PathContext): Promise<Answer> => {
      const { request, clientAddress } = exchange;
      const caller = contract.auth === "none" ? null : await authenticate(credentialsOf(exchange));
      if (caller) noteCaller(exchange, caller);
      if (caller && !override) guard(contract, caller);
      exchange.headers = await enforceRateLimit(contract, caller, clientAddress);
      const bytes = await readBytes(request, contract);
      if (!override) return answer({ exchange, caller, bytes, context });
      // What may be done depends on the method, and that stands in the body.
      const fields = await parseBody(bytes, request.headers, contract);
      const isOverridden = namesMethod(fields, override.contract.method);
      const meant = isOverridden ? override : { contract, answer };
      if (caller) guard(meant.contract, caller);
      if (isOverridden) exchange.headers = await enforceRateLimit(meant.contract, caller, clientAddress);
      return meant.answer({ exchange, caller, bytes, fields, context });
    };

    const handle: Handler = async (request, context) => {
      const exchange = openExchange(request);
      const answered = await serve(exchange, context).catch((error) => answerOf(refusalOf(exchange, error)));
      report(contract, exchange, answered);
      logRequest(exchange, answered);
      return toResponse(answered, exchange.headers);
    };
    return { contract, handle, answer };
  };
}

function noteCaller(exchange: Exchange, { accountNumber, credential }: Caller): void {
  exchange.account = accountNumber;
  if (credential.kind !== "api-key") return;
  exchange.kid = credential.kid;
  exchange.environment = credential.environment;
}

/** False where nothing is named; any other method than the one is refused. */
function namesMethod({ _method: named }: Fields, method: Method): boolean {
  if (named === undefined || isBlank(named)) return false;
  if (named === method) return true;
  const message = `The _method must be ${method}.`;
  throw new AppError("invalid", message, { fields: { errors: { _method: [message] } } });
}

function credentialsOf({ request: { headers }, clientAddress }: Exchange) {
  return { authorization: headers.get("authorization"), apiKey: headers.get("x-svc-key"), clientAddress };
}

type Subject = { contract: EndpointSpec; request: Request; bytes: Bytes; fields: Fields | undefined };

async function readInput({ contract, request, bytes, fields }: Subject, context: PathContext) {
  return {
    params: contract.params && readParams(contract, contract.params, await context.params),
    query: contract.query && validate(contract.query, parseUrlEncoded(new URL(request.url).search.slice(1))),
    body: contract.body && validate(contract.body, fields ?? (await parseBody(bytes, request.headers, contract))),
  };
}

/** An id of the wrong shape is an unknown id: it answers as a missing object does. */
export function readParams(
  contract: Pick<EndpointSpec, "method">,
  schema: z.ZodMiniType,
  given: Readonly<Record<string, unknown>>,
) {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw contract.method === "POST" ? selectedInvalid(String(result.error.issues[0]?.path[0])) : notFound();
}

/** Nothing leaves that the contract does not promise: extra fields are dropped, wrong ones are our failure. */
export function checkAnswer(contract: Pick<EndpointSpec, "method" | "path" | "success">, result: unknown): string {
  const checked = contract.success.schema.safeParse(result);
  if (!checked.success) {
    const fields = checked.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.code}`);
    throw new Error(`The answer of ${contract.method} ${contract.path} breaks its contract (${fields.join(", ")}).`);
  }
  return JSON.stringify(checked.data);
}

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
type AnyMethod = (typeof methods)[number];

/** The exports of one route file: its own methods, and for every other the 405 of the interface. */
export function routes(...bound: BoundRoute[]): Record<AnyMethod, Handler> {
  const own = exportsFor(new Map(bound.map(({ contract, handle }) => [contract.method, handle])), bound[0]?.refuse);
  const shared = bound.filter(({ contract }) => contract.cors).map(({ contract }) => contract.method);
  return shared.length > 0 ? { ...own, OPTIONS: preflight(shared) } : own;
}

/** The answer to a browser that asks whether a page of another origin may call. */
const preflight =
  (allowed: readonly Method[]): Handler =>
  async () =>
    new Response(null, {
      status: 204,
      headers: {
        "access-control-allow-methods": allowed.join(", "),
        "access-control-allow-headers": "content-type, accept, idempotency-key, authorization, x-requested-with",
        "access-control-max-age": "86400",
      },
    });

/** The exports of a path that only tells something, outside the API's own rules. */
export function readOnly(tell: Handler): Record<AnyMethod, Handler> {
  const handle: Handler = (request, context) =>
    tell(request, context).catch((error) => toResponse(answerOf(refusalOf(openExchange(request), error))));
  return exportsFor(new Map([["GET", handle]]));
}

function exportsFor(
  own: Map<Method, Handler>,
  toAnswer: (error: AppError) => Answer = answerOf,
): Record<AnyMethod, Handler> {
  const get = own.get("GET");
  const allowed = new Map<string, Handler>([...own, ...(get ? ([["HEAD", get]] as const) : [])]);
  const allow = [...allowed.keys()].sort().join(", ");
  const refuse: Handler = async () =>
    toResponse(toAnswer(new AppError("method_not_allowed", "Method Not Allowed", { headers: { allow } })));
  return forEveryMethod((method) => allowed.get(method) ?? refuse);
}

/** The exports of the catch-all: no such path. */
export function unknownPath(): Record<AnyMethod, () => Promise<Response>> {
  return forEveryMethod(() => async () => toResponse(answerOf(notFound())));
}

function forEveryMethod<Handle>(choose: (method: AnyMethod) => Handle): Record<AnyMethod, Handle> {
  return Object.fromEntries(methods.map((method) => [method, choose(method)])) as Record<AnyMethod, Handle>;
}
