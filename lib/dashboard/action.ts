import type { Fields } from "@/lib/http/body/json";
import { type Rules, validPart } from "@/lib/http/body/validate";
import type { Caller, Owner } from "@/lib/http/message/caller";
import type { AnswerOf, BodyOf, EndpointSpec, ParamsOf } from "@/lib/http/message/endpoint";
import type { GuardedContract } from "@/lib/http/route/guards";
import { readFields, readParams } from "@/lib/http/route/read-input";
import type { UseCase } from "@/lib/http/route/serve";
import { AppError, joinErrors } from "@/lib/kit/errors";
import type { Browser } from "@/lib/members/open-session";
import type { Viewer } from "@/lib/members/sessions";
import type { Environment } from "@/lib/reference/platforms";
import type { Role } from "@/lib/reference/roles";

/**
 * The contract of a dashboard form. Most contracts are endpoints of the API, and then the endpoint's scopes guard the
 * action too. Path parameters arrive as form fields.
 */
export type ActionContract = Pick<EndpointSpec, "method" | "path" | "limit" | "success"> &
  Partial<Pick<EndpointSpec, "params" | "body" | "takesFiles" | "idempotent">> &
  GuardedContract;

/** The member who runs the action, the environment and the browser. */
type Acting = {
  viewer: Viewer;
  caller: Caller;
  owner: Owner;
  environment: Environment;
  browser: Browser;
  /** True if the form carried the member's own password and it was right. */
  isProven: boolean;
};

export type ActionInput<Contract extends ActionContract> = Acting & {
  params: ParamsOf<Contract>;
  body: BodyOf<Contract>;
};

export type Action = {
  contract: ActionContract;
  /** The roles that may run the action, in each environment. */
  allowed: Readonly<Record<Environment, readonly Role[]>>;
  /** If it returns false for a member, the action answers 404 to that member. */
  isVisibleTo?: (viewer: Viewer) => boolean;
  /** Set if the form asks for the member's own password: always, or only in the cases that the use-case names. */
  asksPassword?: true | "sometimes";
  /** Validates the form's fields and binds the use-case to them. */
  parse(acting: Acting, fields: Fields): UseCase;
};

/**
 * What the use-case will check in the fields that passed the contract. A form reports all wrong fields at once, though
 * the API stops at the first step that finds one.
 */
type ChecksOf<Contract extends ActionContract> = (
  acting: Acting,
  valid: Partial<BodyOf<Contract>>,
) => readonly (() => void)[];

export function action<const Contract extends ActionContract>(
  contract: Contract,
  allowed: readonly Role[] | Action["allowed"],
  perform: (input: ActionInput<Contract>) => Promise<AnswerOf<Contract>>,
  checks: ChecksOf<Contract> = () => [],
): Action {
  return {
    contract,
    allowed: "live" in allowed ? allowed : { sandbox: allowed, live: allowed },
    parse(acting, fields) {
      const params = readParams(contract, fields);
      const given = { ...fields, environment: acting.environment };
      const read = () => readFields(contract, "body", given, acting.isProven ? proof : {});
      const valid: Partial<BodyOf<Contract>> = contract.body ? validPart(contract.body, given) : {};
      const [first, ...others] = [read, ...checks(acting, valid)].flatMap(errorOf);
      if (first) throw joinErrors([first, ...others]);
      const input = { ...acting, params, body: read() };
      return { contract, perform: () => perform(input) };
    },
  };
}

function errorOf(check: () => unknown): AppError[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof AppError) return [error];
    throw error;
  }
}

/** A missing password is reported with the other wrong fields. */
const proof: Rules = { password: ({ password }) => (password === undefined ? "field is required." : null) };

/** For actions that an unattended browser must not allow: moving money, revealing secrets, letting others in. */
export const withPassword = (bound: Action): Action => ({ ...bound, asksPassword: true });

/** For actions whose use-case requires the password only for risky changes. The use-case receives `isProven`. */
export const withPasswordIfRisky = (bound: Action): Action => ({ ...bound, asksPassword: "sometimes" });

/** `sessionId` comes from the browser's cookie. The session may be unknown or expired. */
type Visiting = { browser: Browser; sessionId: string | null };

type OpenInput<Contract extends ActionContract> = Visiting & { body: BodyOf<Contract> };

/** An action without a session (sign-in, sign-up, sign-out). It may set or clear the session cookie. */
export type OpenAction = {
  contract: ActionContract;
  /** Validates the form's fields and binds the use-case to them. */
  parse(visiting: Visiting, fields: Fields): () => Promise<OpenAnswer<unknown>>;
};

/** `sessionId` is the new content of the browser's cookie; null clears it, undefined keeps it. */
type OpenAnswer<Answer> = { answer: Answer; sessionId?: string | null };

export function openAction<const Contract extends ActionContract>(
  contract: Contract,
  perform: (input: OpenInput<Contract>) => Promise<OpenAnswer<AnswerOf<Contract>>>,
): OpenAction {
  return {
    contract,
    parse(visiting, fields) {
      const input = { ...visiting, body: readFields(contract, "body", fields) };
      return () => perform(input);
    },
  };
}
