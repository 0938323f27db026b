import { parseBody, readBytes } from "@/lib/http/body/body";
import type { Fields } from "@/lib/http/body/json";
import { validate } from "@/lib/http/body/validate";
import { enforceRateLimit } from "@/lib/http/limits/rate-limit";
import type { Caller } from "@/lib/http/route/caller";
import type { EndpointSpec } from "@/lib/http/route/endpoint";
import { type Exchange, openExchange, refusalOf, report } from "@/lib/http/route/exchange";
import { chooseEnvironment } from "@/lib/http/route/guards";
import { withIdempotency } from "@/lib/http/route/idempotency";
import { type Answer, answerOf, toResponse } from "@/lib/http/route/respond";
import { checkAnswer, readParams } from "@/lib/http/route/route";
import { AppError, invalidField, notFound, unauthorised } from "@/lib/kit/errors";
import { findViewerOf, type Viewer } from "@/lib/members/sessions";
import { proveOwnPassword } from "@/lib/members/set-password";
import type { Action, ActionContract, ActionInput } from "./action";
import { actions, openActions } from "./actions";
import { cookieFor, sessionIdOf } from "./cookie";
import { isMode, type Mode, modes } from "./mode";
import { requireSameOrigin } from "./same-origin";

/** POST /dashboard/{mode}/actions/{action}: same origin → session → role → limit → parse → password → use-case → answer. */
export async function runAction(request: Request, context: { params: Promise<{ mode: string; action: string }> }) {
  const { mode, action: name } = await context.params;
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  return answering(request, action?.contract ?? unknownAction, async (exchange) => {
    const sessionId = await sessionIdOf(request);
    const viewer = sessionId && (await findViewerOf(sessionId));
    if (!viewer) throw unauthorised();
    exchange.account = viewer.account.number;
    if (!action || !isMode(mode) || action.isVisibleTo?.(viewer) === false) throw notFound();
    if (!action.allowed.includes(viewer.role)) throw new AppError("forbidden", "Your role does not allow this.");
    return performOnce(exchange, action, viewer, mode);
  });
}

/** POST /dashboard/actions/{action}: for whoever is not signed in. */
export async function runOpenAction(request: Request, context: { params: Promise<{ action: string }> }) {
  const { action: name } = await context.params;
  const action = Object.hasOwn(openActions, name) ? openActions[name] : undefined;
  return answering(request, action?.contract ?? unknownAction, async (exchange) => {
    if (!action) throw notFound();
    const { contract } = action;
    exchange.headers = await enforceRateLimit(contract as EndpointSpec, null, exchange.clientAddress);
    const body = contract.body && validate(contract.body, await readFields(request, contract));
    const before = await sessionIdOf(request);
    const { answer, sessionId } = await action.perform({
      body,
      browser: browserOf(exchange),
      sessionId: before,
    } as never);
    if (sessionId !== undefined) exchange.headers["set-cookie"] = await cookieFor(request, sessionId);
    return answered(contract, answer);
  });
}

/** Names that anybody may make up are one path in the metrics. */
const unknownAction = { method: "POST", path: "/dashboard/actions/{action}" } as const;

const answered = (contract: ActionContract, given: unknown): Answer => ({
  status: contract.success.status,
  body: checkAnswer(contract, given),
});

/** Answers and refusals are counted and logged alike, as those of the API are. */
async function answering(
  request: Request,
  contract: Pick<ActionContract, "method" | "path">,
  work: (exchange: Exchange) => Promise<Answer>,
): Promise<Response> {
  const exchange = openExchange(request);
  const perform = async () => {
    requireSameOrigin(request);
    return work(exchange);
  };
  const answer = await perform().catch((error) => answerOf(refusalOf(exchange, error)));
  report(contract, exchange, answer);
  return toResponse(answer, exchange.headers);
}

/**
 * A form that came with its page's `idempotency_key` is performed once, however often it is sent. Of refusals nothing is
 * remembered: whoever puts a form right sends it again with the same key.
 */
async function performOnce(exchange: Exchange, action: Action, viewer: Viewer, mode: Mode): Promise<Answer> {
  const { request, clientAddress } = exchange;
  const contract = action.contract as EndpointSpec;
  const caller = viewer.callerIn(modes[mode]);
  exchange.headers = await enforceRateLimit(contract, caller, clientAddress);
  const bytes = await readBytes(request, contract);
  const fields = await parseBody(bytes, request.headers, contract);
  const key = typeof fields.idempotency_key === "string" ? fields.idempotency_key : null;
  return withIdempotency(
    { contract, caller, request, bytes, key },
    {
      async prepare() {
        const input = readInput(contract, viewer, caller, fields);
        const isProven = action.asksPassword === true || (action.asksPassword === "sometimes" && hasPassword(fields));
        if (isProven) await proveOwnPassword(viewer, passwordIn(fields), clientAddress);
        return { ...input, browser: browserOf(exchange), isProven };
      },
      perform: async (input) => answered(contract, await action.perform(input)),
      refuse(error) {
        throw error;
      },
    },
  );
}

const hasPassword = ({ password }: Fields): boolean => password !== undefined && password !== "";

const passwordIn = ({ password }: Fields): string => {
  if (typeof password !== "string" || password === "") throw invalidField("password", "field is required.");
  return password;
};

function readInput(
  contract: ActionContract,
  viewer: Viewer,
  caller: Caller,
  fields: Fields,
): Omit<ActionInput<ActionContract>, "browser" | "isProven"> {
  const environment = chooseEnvironment(caller, { body: fields });
  return {
    viewer,
    caller,
    environment,
    owner: { accountNumber: caller.accountNumber, environment },
    params: (contract.params && readParams(contract, contract.params, fields)) as never,
    body: (contract.body && validate(contract.body, { ...fields, environment })) as never,
  };
}

async function readFields(request: Request, contract: ActionContract): Promise<Fields> {
  return parseBody(await readBytes(request, contract as EndpointSpec), request.headers, contract);
}

const browserOf = ({ request, clientAddress }: Exchange) => ({
  clientAddress,
  userAgent: request.headers.get("user-agent") ?? "",
});
