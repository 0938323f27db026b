import { type Bytes, parseBody, readBytes } from "@/lib/http/body/body";
import { parseUrlEncoded } from "@/lib/http/body/form";
import type { Fields } from "@/lib/http/body/json";
import { isBlank } from "@/lib/http/body/validate";
import { enforceRateLimit } from "@/lib/http/limits/rate-limit";
import type { Authenticate, Caller } from "@/lib/http/message/caller";
import type { AnswerOf, BodyOf, EndpointSpec, Method, ParamsOf, QueryOf } from "@/lib/http/message/endpoint";
import type { RequestHeaders } from "@/lib/http/message/incoming";
import { type Answer, answerOf, asJson } from "@/lib/http/message/respond";
import { AppError } from "@/lib/kit/errors";
import type { Environment } from "@/lib/reference/platforms";
import type { Exchange } from "./exchange";
import { chooseEnvironment, guard } from "./guards";
import { type Handler, toHandler } from "./handler";
import { readFields, readParams } from "./read-input";
import { type Observer, type Strategy, serve, type UseCase } from "./serve";

type CallerOf<Spec extends EndpointSpec> = Spec["auth"] extends "none" ? null : Caller;

type Input<Spec extends EndpointSpec> = {
  caller: CallerOf<Spec>;
  environment: Spec["environment"] extends "chosen" ? Environment : undefined;
  params: ParamsOf<Spec>;
  query: QueryOf<Spec>;
  body: BodyOf<Spec>;
  clientAddress: string;
  headers: RequestHeaders;
};

/** An endpoint bound to its use-case. */
type Operation<Spec extends EndpointSpec = EndpointSpec> = {
  contract: Spec;
  parse(exchange: Exchange, caller: Caller | null, body: ApiBody): Promise<UseCase>;
};
/** `fields` is the parsed body, if a step before `parse` has already parsed it. */
type ApiBody = { operation: Operation; bytes: Bytes; fields?: Fields };
type ApiStrategy = Strategy<Caller | null, ApiBody>;

export type BoundRoute<Spec extends EndpointSpec = EndpointSpec> = Operation<Spec> & {
  strategy: ApiStrategy;
  handle: Handler;
};

/** A contract with an `override` is bound together with the override's route. Other contracts are bound alone. */
type OverrideOf<Spec extends EndpointSpec> = Spec["override"] extends EndpointSpec
  ? [BoundRoute<Spec["override"]>]
  : [];

/** Binds contracts to use-cases. `authenticate` checks credentials, and `observe` gets every answer. */
export function createRoute(authenticate: Authenticate, observe: Observer) {
  return function route<Spec extends EndpointSpec>(
    contract: Spec,
    handler: (input: Input<Spec>) => Promise<AnswerOf<Spec>> | AnswerOf<Spec>,
    ...[override]: OverrideOf<Spec>
  ): BoundRoute<Spec> {
    const operation: Operation<Spec> = {
      contract,
      async parse(exchange, caller, body) {
        const input = await readInput(contract, exchange, caller, body);
        return { contract, perform: () => handler(input) };
      },
    };
    const own = apiStrategy(operation, authenticate, observe);
    const strategy = override ? withOverride(own, operation, override) : own;
    return { ...operation, strategy, handle: handlerOf(strategy) };
  };
}

/** The same route with another presentation of its answers, such as a redirect. */
export const presentedBy = ({ strategy: own, ...route }: BoundRoute, present: ApiStrategy["present"]): BoundRoute => {
  const strategy = { ...own, present };
  return { ...route, strategy, handle: handlerOf(strategy) };
};

const handlerOf = (strategy: ApiStrategy): Handler => toHandler((request, params) => serve(strategy, request, params));

function apiStrategy(operation: Operation, authenticate: Authenticate, observe: Observer): ApiStrategy {
  const { contract } = operation;
  return {
    contract,
    async identify(exchange) {
      if (contract.auth === "none") return null;
      const caller = await authenticate(credentialsOf(exchange));
      noteCaller(exchange, caller);
      return caller;
    },
    authorise(caller) {
      if (caller) guard(contract, caller);
    },
    async rateLimit(caller, exchange) {
      exchange.headers = await enforceRateLimit(contract, caller, exchange.clientAddress);
    },
    readBody: async ({ request }) => ({ operation, bytes: await readBytes(request, contract) }),
    idempotency: ({ request }, caller, { operation: { contract }, bytes }) => ({ contract, caller, request, bytes }),
    parse: (exchange, caller, body) => body.operation.parse(exchange, caller, body),
    refuse: answerOf,
    present: presentJson,
    observe,
  };
}

export const presentJson = (answer: Answer, { headers }: Exchange): Answer => asJson(answer, headers);

/** The form field `_method` selects one of two operations, so authorisation runs after the body is read. */
function withOverride(strategy: ApiStrategy, own: Operation, override: Operation): ApiStrategy {
  return {
    ...strategy,
    authorise() {},
    async readBody(exchange, caller) {
      const { bytes } = await strategy.readBody(exchange, caller);
      const fields = await parseBody(bytes, exchange.request.headers, own.contract);
      const isOverridden = namesMethod(fields, override.contract.method);
      const operation = isOverridden ? override : own;
      if (caller) guard(operation.contract, caller);
      if (isOverridden) {
        exchange.headers = await enforceRateLimit(override.contract, caller, exchange.clientAddress);
      }
      return { operation, bytes, fields };
    },
  };
}

/** Returns false if the form has no `_method`. Throws if `_method` names another method than the given one. */
function namesMethod({ _method: named }: Fields, method: Method): boolean {
  if (named === undefined || isBlank(named)) return false;
  if (named === method) return true;
  const message = `The _method must be ${method}.`;
  throw new AppError("invalid", message, { fields: { errors: { _method: [message] } } });
}

function credentialsOf({ request: { headers }, clientAddress }: Exchange) {
  return { authorization: headers.get("authorization"), apiKey: headers.get("x-svc-key"), clientAddress };
}

function noteCaller(exchange: Exchange, { accountNumber, credential }: Caller): void {
  exchange.account = accountNumber;
  if (credential.kind !== "api-key") return;
  exchange.kid = credential.kid;
  exchange.environment = credential.environment;
}

const noFields = {};

/** Parses only the body and query that the contract declares. Others are ignored, even if they are malformed. */
async function readInput<Spec extends EndpointSpec>(
  contract: Spec,
  exchange: Exchange,
  caller: Caller | null,
  { bytes, fields }: ApiBody,
): Promise<Input<Spec>> {
  const { request, clientAddress } = exchange;
  const { headers } = request;
  const params = contract.params ? exchange.params : noFields;
  const input = {
    params: readParams(contract, params),
    query: readFields(contract, "query", contract.query ? parseUrlEncoded(request.search.slice(1)) : noFields),
    body: readFields(
      contract,
      "body",
      contract.body ? (fields ?? (await parseBody(bytes, headers, contract))) : noFields,
    ),
  };
  const environment = contract.environment && caller ? chooseEnvironment(caller, input) : undefined;
  exchange.environment ??= environment;
  // TypeScript cannot infer from the contract's `auth` and `environment` whether the caller and environment are set.
  return { ...input, caller, environment, clientAddress, headers } as Input<Spec>;
}
