import { allowedScopes } from "@/lib/auth/allowed-scopes";
import { type Bytes, parseBody, readBytes } from "@/lib/http/body/body";
import type { Fields } from "@/lib/http/body/json";
import { enforceRateLimit } from "@/lib/http/limits/rate-limit";
import type { Caller } from "@/lib/http/message/caller";
import { perMinute } from "@/lib/http/message/endpoint";
import type { RequestHeaders } from "@/lib/http/message/incoming";
import type { Exchange } from "@/lib/http/route/exchange";
import { chooseEnvironment, guard } from "@/lib/http/route/guards";
import { toHandler } from "@/lib/http/route/handler";
import { presentJson } from "@/lib/http/route/route";
import { type Strategy, serve } from "@/lib/http/route/serve";
import { env } from "@/lib/kit/env";
import { AppError, invalidField, notFound, unauthorised } from "@/lib/kit/errors";
import { memberDone } from "@/lib/members/contract";
import { findViewerOf, type Viewer } from "@/lib/members/sessions";
import { proveOwnPassword } from "@/lib/members/set-password";
import type { Environment } from "@/lib/reference/platforms";
import { type Action, type ActionContract, action, type OpenAction, openAction } from "./action";
import { actions, openActions } from "./actions";
import { cookieFor, sessionIdOf } from "./cookie";
import { isMode, modes } from "./mode";
import { refusalFor } from "./sentences/refusal-for";

type Member = { viewer: Viewer; caller: Caller; environment: Environment };
type Form = { bytes: Bytes; fields: Fields };

/** POST /dashboard/{mode}/actions/{action}, for signed-in members. */
function actionStrategy(name: string, bound: Action): Strategy<Member, Form> {
  const { contract, allowed, isVisibleTo, asksPassword } = bound;
  return {
    contract,
    identify: identifyMember,
    authorise({ viewer, caller, environment }) {
      if (isVisibleTo?.(viewer) === false) throw notFound();
      if (!allowed[environment].includes(viewer.role))
        throw new AppError("forbidden", "Your role does not allow this.", { refusal: { reason: "role" } });
      guard(contract, asAccount(caller));
    },
    async rateLimit({ caller }, exchange) {
      exchange.headers = await enforceRateLimit(contract, caller, exchange.clientAddress);
    },
    readBody: (exchange) => readForm(exchange, contract),
    idempotency({ request }, { caller }, { bytes, fields }) {
      const key = typeof fields.idempotency_key === "string" ? fields.idempotency_key : null;
      return { contract, caller, request, bytes, key, forgetsRefusals: true };
    },
    async parse(exchange, { viewer, caller }, { fields }) {
      const environment = chooseEnvironment(caller, { body: fields });
      const owner = { accountNumber: caller.accountNumber, environment };
      const isProven = asksPassword === true || (asksPassword === "sometimes" && hasPassword(fields));
      const useCase = bound.parse(
        { viewer, caller, owner, environment, browser: browserOf(exchange), isProven },
        fields,
      );
      if (isProven) await proveOwnPassword(viewer, passwordIn(fields), exchange.clientAddress);
      return useCase;
    },
    refuse: refusalFor(name),
    present: presentJson,
  };
}

async function identifyMember(exchange: Exchange): Promise<Member> {
  requireSameOrigin(exchange.request);
  const sessionId = await sessionIdOf(exchange.request);
  const viewer = sessionId && (await findViewerOf(sessionId));
  if (!viewer) throw unauthorised();
  exchange.account = viewer.account.number;
  const { mode = "" } = exchange.params;
  if (!isMode(mode)) throw notFound();
  const environment = modes[mode];
  return { viewer, caller: viewer.callerIn(environment), environment };
}

/**
 * The role list of an action decides which members may use it. The scopes of its contract decide which accounts may use
 * it. The scopes of a role limit only API keys: developers manage webhooks in the dashboard, but their keys cannot.
 */
const asAccount = (caller: Caller): Caller => ({
  ...caller,
  scopes: allowedScopes({ type: caller.accountType, mayManageAccounts: false }),
});

/** POST /dashboard/actions/{action}, for actions without a session. */
function openStrategy(name: string, { contract, parse }: OpenAction): Strategy<null, Form> {
  return {
    contract,
    identify({ request }) {
      requireSameOrigin(request);
      return null;
    },
    authorise() {
      if (contract === unknownContract) throw notFound();
    },
    async rateLimit(_sender, exchange) {
      exchange.headers = await enforceRateLimit(contract, null, exchange.clientAddress);
    },
    // An action without fields, such as signing out, ignores the request body.
    readBody: (exchange) => (contract.body ? readForm(exchange, contract) : noForm),
    idempotency: () => null,
    async parse(exchange, _sender, { fields }) {
      const { request } = exchange;
      const run = parse({ browser: browserOf(exchange), sessionId: await sessionIdOf(request) }, fields);
      return {
        contract,
        async perform() {
          const { answer, sessionId } = await run();
          if (sessionId !== undefined) exchange.headers["set-cookie"] = await cookieFor(request, sessionId);
          return answer;
        },
      };
    },
    refuse: refusalFor(name),
    present: presentJson,
  };
}

const noForm: Form = { bytes: new Uint8Array(), fields: {} };

async function readForm({ request }: Exchange, contract: ActionContract): Promise<Form> {
  const bytes = await readBytes(request, contract);
  return { bytes, fields: await parseBody(bytes, request.headers, contract) };
}

const hasPassword = ({ password }: Fields): boolean => password !== undefined && password !== "";

const passwordIn = ({ password }: Fields): string => {
  if (typeof password !== "string" || password === "")
    throw invalidField("password", "field is required.", { rule: "required" });
  return password;
};

const browserOf = ({ request, clientAddress }: Exchange) => ({
  clientAddress,
  userAgent: request.headers.get("user-agent") ?? "",
});

/** All unknown action names share one path in the metrics, because clients can invent any number of names. */
const unknownContract: ActionContract = {
  method: "POST",
  path: "/dashboard/actions/{action}",
  limit: perMinute(60),
  success: memberDone,
};
const missing = async () => {
  throw notFound();
};
const unknown = actionStrategy("", { ...action(unknownContract, [], missing), isVisibleTo: () => false });
const unknownOpen = openStrategy("", openAction(unknownContract, missing));

const strategies = new Map(Object.entries(actions).map(([name, bound]) => [name, actionStrategy(name, bound)]));
const openStrategies = new Map(Object.entries(openActions).map(([name, bound]) => [name, openStrategy(name, bound)]));

export const runAction = toHandler((request, params) =>
  serve(strategies.get(params.action ?? "") ?? unknown, request, params),
);

export const runOpenAction = toHandler((request, params) =>
  serve(openStrategies.get(params.action ?? "") ?? unknownOpen, request, params),
);

/**
 * Only pages of the dashboard may send actions. Browsers send the page's origin with every POST. A request with another
 * origin, without one, or with `null` is refused before any other check.
 */
function requireSameOrigin({ headers }: { headers: RequestHeaders }): void {
  const site = headers.get("sec-fetch-site");
  const isOurs = headers.get("origin") === env().PUBLIC_URL && (site === null || site === "same-origin");
  if (!isOurs)
    throw new AppError("forbidden", `This request did not come from the dashboard at ${env().PUBLIC_URL}.`, {
      refusal: { reason: "foreign_page" },
    });
}
